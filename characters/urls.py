from django.urls import path

from characters.views import build, free, opposed, sheet

app_name = "characters"
urlpatterns = [
    path("t/<slug:key>/characters/new/", build.new, name="new"),
    path("c/<slug:key>/", sheet.sheet, name="sheet"),
    path("c/<slug:key>/traits/", sheet.traits, name="traits"),
    path("c/<slug:key>/roll/", sheet.roll, name="roll"),
    path("t/<slug:key>/throw/", free.throw, name="free"),
    path("t/<slug:key>/contests/<slug:entry_key>/", opposed.settle, name="settle"),
    path("c/<slug:key>/oppose/", opposed.oppose, name="oppose"),
    path("c/<slug:key>/damage/", sheet.damage, name="damage"),
    path("c/<slug:key>/save/", sheet.save, name="save"),
    path("c/<slug:key>/effect-over/", sheet.effect_over, name="effect-over"),
    path("c/<slug:key>/token/", sheet.give_token, name="give-token"),
    path("c/<slug:key>/protagonism/", sheet.give_protagonism, name="protagonism"),
    path("c/<slug:key>/points/", sheet.type_points, name="type-points"),
    path("c/<slug:key>/points/<slug:pool>/", sheet.change_points, name="points"),
    path("c/<slug:key>/stay-up/", sheet.stay_up, name="stay-up"),
    path("c/<slug:key>/build/", build.points, name="build"),
    path("c/<slug:key>/build/who/", build.who, name="who"),
    path("c/<slug:key>/build/gear/", build.gear, name="gear"),
    path("c/<slug:key>/build/review/", build.review, name="review"),
    path("c/<slug:key>/build/finish/", build.finish, name="finish"),
    path("c/<slug:key>/build/<slug:group>/<slug:trait>/", build.spend, name="spend"),
]
