"""How a browser comes in, and whether it is in."""


def sit_down(browser, invitation, name):
    """Take a seat by an invitation; the browser that now sits there."""
    assert browser.post(invitation.get_absolute_url(), {"name": name}).status_code == 302
    return browser


def sees(browser, campaign):
    """Whether that browser sits at the table."""
    return browser.get(campaign.get_absolute_url()).status_code == 200


def of_seat(seat, what=""):
    """The address of what is done to a seat: its page, `role/`, `link/`, `remove/`."""
    return f"{seat.campaign.get_absolute_url()}members/{seat.key}/{what}"


def stream_of(browser, campaign):
    """The request for the live stream of a player's table page, as that browser makes it."""
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    return {
        "path": f"{campaign.get_absolute_url()}live",
        "query_string": b"page=table&as=player&lang=es",
        "headers": [(b"host", b"testserver"), (b"cookie", cookie.encode())],
    }
