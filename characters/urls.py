from django.urls import path

from characters.views import build, files, sheet

app_name = "characters"
urlpatterns = [
    path("t/<slug:key>/characters/new/", build.new, name="new"),
    path("c/<slug:key>/", sheet.sheet, name="sheet"),
    path("c/<slug:key>/traits/", sheet.traits, name="traits"),
    path("c/<slug:key>/roll/", sheet.roll, name="roll"),
    path("c/<slug:key>/points/<slug:pool>/", sheet.change_points, name="points"),
    path("c/<slug:key>/stay-up/", sheet.stay_up, name="stay-up"),
    path("c/<slug:key>/build/", build.points, name="build"),
    path("c/<slug:key>/build/who/", build.who, name="who"),
    path("c/<slug:key>/build/gear/", build.gear, name="gear"),
    path("c/<slug:key>/build/review/", build.review, name="review"),
    path("c/<slug:key>/build/finish/", build.finish, name="finish"),
    path("c/<slug:key>/build/<slug:group>/<slug:trait>/", build.spend, name="spend"),
    # files and lives
    path("schema/character-<slug:version>.json", files.schema, name="schema"),
    path("t/<slug:key>/characters/import/", files.take, name="import"),
    path("c/<slug:key>/files/", files.files, name="files"),
    path("c/<slug:key>/print/", files.paper, name="print"),
    path("c/<slug:key>/export/", files.export, name="export"),
    path("c/<slug:key>/copy/", files.copy, name="copy"),
    path("c/<slug:key>/successor/", files.succeed, name="succeed"),
    path("c/<slug:key>/hand-over/", files.hand_over, name="hand-over"),
    path("c/<slug:key>/archive/", files.archive, name="archive"),
    path("c/<slug:key>/restore/", files.restore, name="restore"),
]
