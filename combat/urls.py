from django.urls import path

from combat.views import acting, doing, page, preparing, turning

app_name = "combat"
urlpatterns = [
    path("t/<slug:key>/encounters/new/", preparing.new, name="new"),
    path("e/<slug:key>/", page.encounter, name="encounter"),
    path("e/<slug:key>/panel/", page.panel, name="panel"),
    path("e/<slug:key>/aim/", page.aim, name="aim"),
    path("e/<slug:key>/odds/", acting.odds, name="odds"),
    path("e/<slug:key>/attack/", acting.attack, name="attack"),
    path("e/<slug:key>/defend/", acting.defend, name="defend"),
    path("e/<slug:key>/dodge-all/", acting.dodge_all, name="dodge-all"),
    path("e/<slug:key>/acts/", doing.acts, name="acts"),
    path("e/<slug:key>/acts/<slug:name>/", doing.act, name="act"),
    path("e/<slug:key>/surprise/", acting.surprise, name="surprise"),
    path("e/<slug:key>/next/", turning.next_turn, name="next"),
    path("e/<slug:key>/start/", turning.start, name="start"),
    path("e/<slug:key>/end/", turning.end, name="end"),
    path("e/<slug:key>/heroes/", preparing.add_heroes, name="add-heroes"),
    path("e/<slug:key>/foes/", preparing.add_foes, name="add-foes"),
    path("e/<slug:key>/foe/", preparing.add_foe_at_hand, name="add-foe"),
    path("e/<slug:key>/harm/", acting.harm, name="harm"),
    path("e/<slug:key>/heal/", acting.heal, name="heal"),
    path("e/<slug:key>/stay-up/", turning.stay_up, name="stay-up"),
    path("e/<slug:key>/hide/", preparing.hide, name="hide"),
    path("e/<slug:key>/look/", preparing.look, name="look"),
    path("e/<slug:key>/remove/", preparing.remove, name="remove"),
]
