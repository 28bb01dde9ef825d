from django.contrib.auth.views import LogoutView
from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("log-in/", views.LogIn.as_view(), name="log-in"),
    path("log-out/", LogoutView.as_view(), name="log-out"),
    path("account/", views.account, name="account"),
]
