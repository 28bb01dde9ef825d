from django.urls import path

from characters.views import build, evenings, growth, sheet

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
    path("c/<slug:key>/growth/", growth.growth, name="growth"),
    path("c/<slug:key>/growth/buy/", growth.buy, name="buy"),
    path("c/<slug:key>/growth/priced/", growth.buy_priced, name="buy-priced"),
    path("c/<slug:key>/growth/correct/", growth.correct, name="correct"),
    path("c/<slug:key>/growth/approve/<slug:trait>/", growth.approve, name="approve"),
    path("c/<slug:key>/proof/", growth.proof, name="proof"),
    path("t/<slug:key>/proofs/", growth.proofs, name="proofs"),
    path("t/<slug:key>/px/<slug:movement>/", growth.take_back, name="take-back"),
    path("t/<slug:key>/evening/", evenings.evening, name="evening"),
    path("t/<slug:key>/evening/session/open/", evenings.open_session, name="open-session"),
    path("t/<slug:key>/evening/session/close/", evenings.close_session, name="close-session"),
    path("t/<slug:key>/evening/day/", evenings.day, name="day"),
    path("t/<slug:key>/evening/award/", evenings.award, name="award"),
    path("t/<slug:key>/evening/adventure/open/", evenings.open_adventure, name="adventure"),
    path("t/<slug:key>/evening/adventure/scene/", evenings.write_scene, name="scene"),
    path("t/<slug:key>/evening/adventure/note/", evenings.rewrite_scene, name="scene-note"),
    path("t/<slug:key>/evening/adventure/close/", evenings.close_adventure, name="share-out"),
]
