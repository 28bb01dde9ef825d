from django.urls import path

from combat import views

app_name = "combat"
urlpatterns = [
    path("t/<slug:key>/encounters/new/", views.new, name="new"),
    path("e/<slug:key>/", views.encounter, name="encounter"),
    path("e/<slug:key>/panel/", views.panel, name="panel"),
    path("e/<slug:key>/aim/", views.aim, name="aim"),
    path("e/<slug:key>/odds/", views.odds, name="odds"),
    path("e/<slug:key>/attack/", views.attack, name="attack"),
    path("e/<slug:key>/defend/", views.defend, name="defend"),
    path("e/<slug:key>/next/", views.next_turn, name="next"),
    path("e/<slug:key>/start/", views.start, name="start"),
    path("e/<slug:key>/end/", views.end, name="end"),
    path("e/<slug:key>/heroes/", views.add_heroes, name="add-heroes"),
    path("e/<slug:key>/foes/", views.add_foes, name="add-foes"),
    path("e/<slug:key>/foe/", views.add_foe_at_hand, name="add-foe"),
    path("e/<slug:key>/harm/", views.harm, name="harm"),
    path("e/<slug:key>/heal/", views.heal, name="heal"),
    path("e/<slug:key>/stay-up/", views.stay_up, name="stay-up"),
    path("e/<slug:key>/hide/", views.hide, name="hide"),
    path("e/<slug:key>/look/", views.look, name="look"),
    path("e/<slug:key>/remove/", views.remove, name="remove"),
]
