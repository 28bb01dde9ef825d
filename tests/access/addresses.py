"""Every address of the site: who may ask for it, what it names, what its form holds. A new address adds a line to each.

In the table 200, 302, … are HTTP statuses; `in` is the way to the log-in page and `admin` to that of the admin panel,
where all other addresses stand under one rule (test_access.py). A row whose name goes on with ~ is the same address for
something else. Some doors are shut here to all: the demo's and the page of who asks to come back are opened in
tests/campaigns/test_start.py and test_coming_back.py.
"""

ROLES = ("anonymous", "stranger", "spectator", "player", "owner", "co-GM", "GM", "staff")

TABLE = """
                             anonymous stranger spectator player owner co-GM  GM  staff
start                   GET        200      200       200    200   200   200  200   200
start                   POST       405      405       405    405   405   405  405   405
accounts:log-in         GET        200      302       302    302   302   302  302   302
accounts:log-in         POST       302      302       302    302   302   302  302   302
accounts:log-out        GET        405      405       405    405   405   405  405   405
accounts:log-out        POST       302      302       302    302   302   302  302   302
accounts:account        GET         in      200       200    200   200   200  200   200
accounts:account        POST        in      409       409    409   409   409  409   409
campaigns:new           GET        405      405       405    405   405   405  405   405
campaigns:new           POST       302      302       302    302   302   302  302   302
campaigns:demo          GET        405      405       405    405   405   405  405   405
campaigns:demo          POST       404      404       404    404   404   404  404   404
campaigns:table         GET         in      404       200    200   200   200  200   404
campaigns:table         POST       405      405       405    405   405   405  405   405
campaigns:news          GET         in      404       200    200   200   200  200   404
campaigns:news          POST       405      405       405    405   405   405  405   405
campaigns:log           GET         in      404       200    200   200   200  200   404
campaigns:log           POST       405      405       405    405   405   405  405   405
campaigns:rules         GET         in      404       200    200   200   200  200   404
campaigns:rules         POST       405      405       405    405   405   405  405   405
campaigns:toggle        GET        405      405       405    405   405   405  405   405
campaigns:toggle        POST        in      404       403    403   302   302  302   404
campaigns:invite        GET        405      405       405    405   405   405  405   405
campaigns:invite        POST        in      404       403    403   403   302  302   404
campaigns:address       GET        405      405       405    405   405   405  405   405
campaigns:address       POST        in      404       403    403   403   302  302   404
campaigns:answer        GET        405      405       405    405   405   405  405   405
campaigns:answer        POST        in      404       403    403   403   302  302   404
campaigns:member        GET         in      404       403    403   403   200  200   404
campaigns:member        POST       405      405       405    405   405   405  405   405
campaigns:send-link     GET        405      405       405    405   405   405  405   405
campaigns:send-link     POST        in      404       403    403   403   200  200   404
campaigns:role          GET        405      405       405    405   405   405  405   405
campaigns:role          POST        in      404       403    403   403   403  302   404
campaigns:remove        GET        405      405       405    405   405   405  405   405
campaigns:remove        POST        in      404       403    403   403   302  302   404
campaigns:join          GET        200      200       302    302   302   302  302   200
campaigns:join          POST       302      302       302    302   302   302  302   302
campaigns:ask-back      GET        405      405       405    405   405   405  405   405
campaigns:ask-back      POST       302      302       302    302   302   302  302   302
campaigns:waiting       GET        404      404       404    404   404   404  404   404
campaigns:waiting       POST       404      404       404    404   404   404  404   404
campaigns:seat          GET        200      200       200    200   200   200  200   200
campaigns:seat          POST       302      302       302    302   302   302  302   302
characters:new          GET         in      404       403    200   200   200  200   404
characters:new          POST        in      404       403    302   302   302  302   404
characters:sheet        GET         in      404       403    403   200   200  200   404
characters:sheet        POST       405      405       405    405   405   405  405   405
characters:sheet ~foe   GET         in      404       404    404   404   200  200   404
characters:traits       GET         in      404       403    403   200   200  200   404
characters:traits       POST       405      405       405    405   405   405  405   405
characters:traits ~foe  GET         in      404       404    404   404   200  200   404
characters:roll         GET        405      405       405    405   405   405  405   405
characters:roll         POST        in      404       403    403   302   302  302   404
characters:roll ~foe    POST        in      404       404    404   404   302  302   404
characters:points       GET        405      405       405    405   405   405  405   405
characters:points       POST        in      404       403    403   302   302  302   404
characters:points ~foe  POST        in      404       404    404   404   302  302   404
characters:stay-up      GET        405      405       405    405   405   405  405   405
characters:stay-up      POST        in      404       403    403   422   422  422   404
characters:build        GET         in      404       404    404   200   200  200   404
characters:build        POST       405      405       405    405   405   405  405   405
characters:who          GET         in      404       404    404   200   200  200   404
characters:who          POST        in      404       404    404   302   302  302   404
characters:gear         GET         in      404       404    404   200   200  200   404
characters:gear         POST        in      404       404    404   302   302  302   404
characters:review       GET         in      404       404    404   200   200  200   404
characters:review       POST       405      405       405    405   405   405  405   405
characters:spend        GET        405      405       405    405   405   405  405   405
characters:spend        POST        in      404       404    404   302   302  302   404
characters:finish       GET        405      405       405    405   405   405  405   405
characters:finish       POST        in      404       404    404   302   302  302   404
combat:new              GET         in      404       403    403   403   200  200   404
combat:new              POST        in      404       403    403   403   302  302   404
combat:encounter        GET         in      404       200    200   200   200  200   404
combat:encounter        POST       405      405       405    405   405   405  405   405
combat:encounter ~next  GET         in      404       404    404   404   200  200   404
combat:panel            GET         in      404       200    200   200   200  200   404
combat:panel            POST       405      405       405    405   405   405  405   405
combat:panel ~next      GET         in      404       404    404   404   200  200   404
combat:aim              GET         in      404       403    403   403   200  200   404
combat:aim              POST       405      405       405    405   405   405  405   405
combat:odds             GET         in      404       403    403   200   200  200   404
combat:odds             POST       405      405       405    405   405   405  405   405
combat:attack           GET        405      405       405    405   405   405  405   405
combat:attack           POST        in      404       403    403   302   302  302   404
combat:defend           GET        405      405       405    405   405   405  405   405
combat:defend           POST        in      404       403    422   422  422  422   404
combat:dodge-all        GET        405      405       405    405   405   405  405   405
combat:dodge-all        POST        in      404       403    403   422   422  422   404
combat:surprise         GET        405      405       405    405   405   405  405   405
combat:surprise         POST        in      404       403    403   302   302  302   404
combat:acts             GET         in      404       403    200   200   200  200   404
combat:acts             POST       405      405       405    405   405   405  405   405
combat:act              GET         in      404       403    200   200   200  200   404
combat:act              POST        in      404       403    422   302   302  302   404
combat:act ~effect      GET         in      404       403    403   403   200  200   404
combat:next             GET        405      405       405    405   405   405  405   405
combat:next             POST        in      404       403    403   302   302  302   404
combat:start            GET        405      405       405    405   405   405  405   405
combat:start ~next      POST        in      404       404    404   404   302  302   404
combat:start            POST        in      404       403    403   403   422  422   404
combat:end              GET        405      405       405    405   405   405  405   405
combat:end              POST        in      404       403    403   403   302  302   404
combat:add-heroes       GET        405      405       405    405   405   405  405   405
combat:add-heroes       POST        in      404       403    403   403   302  302   404
combat:add-foes         GET        405      405       405    405   405   405  405   405
combat:add-foes         POST        in      404       403    403   403   302  302   404
combat:add-foe          GET        405      405       405    405   405   405  405   405
combat:add-foe          POST        in      404       403    403   403   302  302   404
combat:harm             GET        405      405       405    405   405   405  405   405
combat:harm             POST        in      404       403    403   403   302  302   404
combat:heal             GET        405      405       405    405   405   405  405   405
combat:heal             POST        in      404       403    403   403   302  302   404
combat:stay-up          GET        405      405       405    405   405   405  405   405
combat:stay-up          POST        in      404       403    403   422   422  422   404
combat:hide             GET        405      405       405    405   405   405  405   405
combat:hide             POST        in      404       403    403   403   302  302   404
combat:look             GET         in      404       403    403   403   200  200   404
combat:look             POST        in      404       403    403   403   302  302   404
combat:remove           GET        405      405       405    405   405   405  405   405
combat:remove           POST        in      404       403    403   403   302  302   404
set_language            GET        302      302       302    302   302   302  302   302
set_language            POST       302      302       302    302   302   302  302   302
admin:index             GET      admin    admin     admin  admin admin admin admin  200
admin:index             POST     admin    admin     admin  admin admin admin admin  200
admin:login             GET        200      200       200    200   200   200  200   302
admin:login             POST       200      200       200    200   200   200  200   200
admin:logout            GET        302      302       302    302   302   302  302   405
admin:logout            POST       302      302       302    302   302   302  302   302
"""

NAMES = {
    "campaigns:table": ("key",),
    "campaigns:news": ("key",),
    "campaigns:log": ("key",),
    "campaigns:rules": ("key",),
    "campaigns:toggle": ("key", "entry"),
    "campaigns:invite": ("key",),
    "campaigns:address": ("key",),
    "campaigns:answer": ("key", "request"),
    "campaigns:member": ("key", "member"),
    "campaigns:send-link": ("key", "member"),
    "campaigns:role": ("key", "member"),
    "campaigns:remove": ("key", "member"),
    "campaigns:join": ("invitation",),
    "campaigns:ask-back": ("invitation",),
    "campaigns:waiting": ("request",),
    "campaigns:seat": ("seat link",),
    "characters:new": ("key",),
    "characters:sheet": ("character",),
    "characters:traits": ("character",),
    "characters:roll": ("character",),
    "characters:points": ("character", "pool"),
    "characters:stay-up": ("character",),
    "characters:build": ("draft",),
    "characters:who": ("draft",),
    "characters:gear": ("draft",),
    "characters:review": ("draft",),
    "characters:finish": ("draft",),
    "characters:spend": ("draft", "group", "trait"),
    "combat:new": ("key",),
    "combat:encounter": ("fight",),
    "combat:panel": ("fight",),
    "combat:aim": ("fight",),
    "combat:odds": ("fight",),
    "combat:attack": ("fight",),
    "combat:defend": ("fight",),
    "combat:dodge-all": ("fight",),
    "combat:surprise": ("fight",),
    "combat:acts": ("fight",),
    "combat:act": ("fight", "act"),
    "combat:next": ("fight",),
    "combat:start": ("fight",),
    "combat:end": ("fight",),
    "combat:add-heroes": ("fight",),
    "combat:add-foes": ("fight",),
    "combat:add-foe": ("fight",),
    "combat:harm": ("fight",),
    "combat:heal": ("fight",),
    "combat:stay-up": ("fight",),
    "combat:hide": ("fight",),
    "combat:look": ("fight",),
    "combat:remove": ("fight",),
}
"""What an address names, in the order it stands there; one that is not here names nothing."""

VARIANTS = {"~foe": {"character": "foe"}, "~next": {"fight": "fight in preparation"}, "~effect": {"act": "effect"}}

PASSWORD = "una frase que nadie adivina"
PRESS = {"press": "pulsada-1"}

FORMS = {
    "accounts:log-in": {"username": "sergio", "password": PASSWORD},
    "accounts:account": {"username": "lola.maz", "password": "tres tristes tigres"},
    "campaigns:new": {
        "campaign": "Los pozos", "preset": "ryf-core", "name": "Nuria", "username": "nuria",
        "password": "tres tristes tigres",
    },
    "campaigns:demo": {"role": "gm"},
    "campaigns:toggle": PRESS,
    "campaigns:address": {"link_address": "10.0.0.7"},
    "campaigns:answer": {"answer": "yes", **PRESS},
    "campaigns:role": {"role": "spectator", **PRESS},
    "campaigns:remove": PRESS,
    "campaigns:join": {"name": "Nuria"},
    "campaigns:ask-back": {"name": "Lola"},
    "characters:new": {"name": "Sancha", "concept": "Ladrona", "gender": "f", **PRESS},
    "characters:roll": {
        "trait": "stealth", "difficulty": "easy", "modifier": "0", "audience": "table", "dice": "", **PRESS,
    },
    "characters:points": {"amount": "-1", **PRESS},
    "characters:stay-up": PRESS,
    "characters:who": {"name": "Sancha", "concept": "Ladrona", "gender": "f", **PRESS},
    "characters:gear": {"take": "weapons:dagger", **PRESS},
    "characters:spend": {"value": "3", "step": "", **PRESS},
    "characters:finish": {"losing": "", **PRESS},
    "combat:new": {"name": "Emboscada"},
    "combat:attack": {"weapon": "{character}:unarmed", "target": "{foe}", "modifier": "0", **PRESS},
    "combat:defend": {"answer": "nada:dodge", **PRESS},
    "combat:dodge-all": {"who": "{character}", **PRESS},
    "combat:surprise": {"weapon": "{character}:unarmed", "target": "{foe}", "modifier": "0", **PRESS},
    "combat:act": {"by": "{character}", "target": "{foe}", "modifier": "0", **PRESS},
    "combat:next": {"ends": "{character}", **PRESS},
    "combat:start": PRESS,
    "combat:end": PRESS,
    "combat:add-heroes": PRESS,
    "combat:add-foes": {
        "name": "Lobo", "count": "2", "points": "8", "defense": "12", "attack": "6", "damage": "1d6", "absorption": "0",
        "initiative": "5", "alias": "", **PRESS,
    },
    "combat:add-foe": {"who": "{foe outside}", **PRESS},
    "combat:harm": {"who": "{character}", "amount": "2", **PRESS},
    "combat:heal": {"who": "{foe}", "amount": "2", **PRESS},
    "combat:stay-up": {"who": "{character}", **PRESS},
    "combat:hide": {"who": "{foe}", **PRESS},
    "combat:look": {"who": "{foe}", "alias": "El de la capa", "shown_points": "word", **PRESS},
    "combat:remove": {"who": "{foe}", **PRESS},
    "set_language": {"language": "en"},
}  # fmt: skip
"""A form that is in order, for each address that reads one; {…} is the key of what the place has under that name."""

QUESTIONS = {
    "campaigns:news": {"page": "table", "as": "{role}", "lang": "es", "after": ""},
    "campaigns:log": {"page": "1"},
    "characters:sheet": {"difficulty": "easy", "modifier": "0", "all": ""},
    "characters:traits": {"difficulty": "easy", "modifier": "0", "all": ""},
    "combat:panel": {"weapon": "", "target": "", "modifier": "0"},
    "combat:aim": {"who": ""},
    "combat:look": {"who": "{foe}"},
    "combat:odds": {"weapon": "{character}:unarmed", "target": "{foe}", "modifier": "0"},
}
"""What stands after the question mark of an address."""


def rows() -> dict[tuple[str, str], dict[str, str]]:
    """The table by name and method."""
    head, *lines = TABLE.strip().splitlines()
    assert tuple(head.split()) == ROLES
    found = {}
    for line in lines:
        name, cells = line[:24].rstrip(), line[24:].split()
        assert len(cells) == 1 + len(ROLES), f"{name}: a role is missing"
        assert (name, cells[0]) not in found, f"{name} {cells[0]} stands there twice"
        found[name, cells[0]] = dict(zip(ROLES, cells[1:], strict=True))
    return found


ROWS = rows()
