"""A site whose database the test does not share: it is asked over HTTP, as the GM of the demo campaign."""

import re
from contextlib import ExitStack

import httpx

from tests.faults.process import Process
from tests.live.lines import Line, Visitor


class Demo:
    """The demo's GM, who came in by its door."""

    def __init__(self, process: Process, stack: ExitStack) -> None:
        self.there = Visitor(process.port, None, None, stack)
        entered = self.there.http.post("/demo/", data={"role": "gm"})
        assert entered.status_code == 302, entered.text
        self.table = entered.headers["Location"]
        self.there.cookies |= {"sessionid": entered.cookies["sessionid"]}
        self.there.http.cookies = self.there.cookies
        self.hero = re.search(r'href="/c/([a-z0-9]+)/"', self.there.page(self.table).text)[1]

    def press(self, amount: int, name: str) -> httpx.Response:
        return self.there.press(f"/c/{self.hero}/points/pv/", amount=amount, press=name)

    @property
    def pv(self) -> int:
        return int(re.search(r'<span class="now">(\d+)', self.there.page(f"/c/{self.hero}/").text)[1])

    def listen(self) -> Line:
        query = f"page=table&as=gm&lang=es&after={self.there.after(self.table)}"
        return self.there.open(f"{self.table}live?{query}", self.there.host, {})
