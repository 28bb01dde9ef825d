from django.urls import path

from characters import views

app_name = "characters"
urlpatterns = [
    path("c/<slug:key>/", views.sheet, name="sheet"),
    path("c/<slug:key>/traits/", views.traits, name="traits"),
    path("c/<slug:key>/roll/", views.roll, name="roll"),
    path("c/<slug:key>/points/<slug:pool>/", views.change_points, name="points"),
]
