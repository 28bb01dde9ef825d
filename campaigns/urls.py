from django.urls import path

from campaigns.views import luck, people, start, table

app_name = "campaigns"
urlpatterns = [
    path("new/", start.new_campaign, name="new"),
    path("new/solo/", start.new_sheets, name="solo"),
    path("demo/", start.enter_demo, name="demo"),
    path("t/<slug:key>/", table.table, name="table"),
    path("t/<slug:key>/news/", table.news, name="news"),
    path("t/<slug:key>/setting/", table.setting, name="setting"),
    path("t/<slug:key>/log/", table.log, name="log"),
    path("t/<slug:key>/rules/", table.rules, name="rules"),
    path("t/<slug:key>/luck/", luck.luck, name="luck"),
    path("t/<slug:key>/log/<slug:entry_key>/", table.entry, name="entry"),
    path("t/<slug:key>/log/<slug:entry_key>/toggle/", table.toggle, name="toggle"),
    path("t/<slug:key>/invite/", people.invite, name="invite"),
    path("t/<slug:key>/address/", people.choose_address, name="address"),
    path("t/<slug:key>/requests/<slug:token>/", people.answer, name="answer"),
    path("t/<slug:key>/members/<slug:member_key>/", people.member, name="member"),
    path("t/<slug:key>/members/<slug:member_key>/link/", people.send_link, name="send-link"),
    path("t/<slug:key>/members/<slug:member_key>/role/", people.give_role, name="role"),
    path("t/<slug:key>/members/<slug:member_key>/remove/", people.remove, name="remove"),
    path("join/<slug:token>/", people.join, name="join"),
    path("join/<slug:token>/back/", people.ask_back, name="ask-back"),
    path("back/<slug:token>/", people.waiting, name="waiting"),
    path("seat/<slug:token>/", people.seat_link, name="seat"),
]
