from django.urls import path

from characters.views import build, files, history, inventing, sheet, words

app_name = "characters"
urlpatterns = [
    path("t/<slug:key>/characters/new/", build.new, name="new"),
    path("c/<slug:key>/", sheet.sheet, name="sheet"),
    path("c/<slug:key>/traits/", sheet.traits, name="traits"),
    path("c/<slug:key>/roll/", sheet.roll, name="roll"),
    path("c/<slug:key>/points/<slug:pool>/", sheet.change_points, name="points"),
    path("c/<slug:key>/stay-up/", sheet.stay_up, name="stay-up"),
    path("c/<slug:key>/text/<slug:field>/", words.write, name="write"),
    path("c/<slug:key>/conditions/", words.afflict, name="afflict"),
    path("c/<slug:key>/conditions/<slug:condition>/", words.relieve, name="relieve"),
    path("c/<slug:key>/sharing/", words.share, name="share"),
    path("c/<slug:key>/portrait/", words.put_portrait, name="put-portrait"),
    path("c/<slug:key>/portrait/none/", words.remove_portrait, name="no-portrait"),
    path("c/<slug:key>/portrait/<slug:picture>/", words.portrait, name="portrait"),
    path("c/<slug:key>/history/", history.entries, name="history"),
    path("c/<slug:key>/history/<slug:entry_key>/", history.put_back, name="put-back"),
    path("c/<slug:key>/build/", build.points, name="build"),
    path("c/<slug:key>/build/who/", build.who, name="who"),
    path("c/<slug:key>/build/gear/", build.gear, name="gear"),
    path("c/<slug:key>/build/review/", build.review, name="review"),
    path("c/<slug:key>/build/finish/", build.finish, name="finish"),
    path("c/<slug:key>/build/techniques/", inventing.techniques, name="techniques"),
    path("c/<slug:key>/build/technique/<slug:technique_key>/", inventing.technique, name="technique"),
    path("c/<slug:key>/build/technique/<slug:technique_key>/remove/", inventing.forget, name="forget"),
    path("c/<slug:key>/build/specialize/<slug:skill>/", inventing.specialize, name="specialize"),
    path("c/<slug:key>/build/approve/<slug:attribute>/", build.approve, name="approve"),
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
