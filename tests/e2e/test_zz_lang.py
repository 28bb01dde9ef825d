import re, json
from html.parser import HTMLParser
from html import unescape
from django.test import Client
import polib
from ryfsite.environment import ROOT
SAID = ("aria-label","placeholder","title","alt","content","value")
class Words(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True); self.found=[]; self.skip=0; self.stack=[]
    def handle_starttag(self, tag, attrs):
        a=dict(attrs)
        if tag in ("script","style"): self.skip+=1
        for k,v in attrs:
            if v and (k in ("aria-label","placeholder","title","alt") or (k.startswith("data-") and " " in v)): self.found.append((f"@{k}",v.strip()))
    def handle_endtag(self, tag):
        if tag in ("script","style"): self.skip-=1
    def handle_data(self, data):
        if not self.skip and data.strip(): self.found.append(("text"," ".join(data.split())))
def words(html):
    w=Words(); w.feed(html); return w.found
def look(pages, as_, out):
    res={}
    for name,(who,path) in pages.items():
        client = who if isinstance(who, Client) else as_(who)
        got={}
        for lang in ("es","en"):
            answer = client.get(path, headers={"host":"localhost","accept-language":lang})
            got[lang]=answer.content.decode()
        es,en=set(words(got["es"])),set(words(got["en"]))
        for kind,w in es & en:
            if re.search(r"[^\W\d_]{2,}", w): res.setdefault((kind,w),[]).append(name)
        for lang,pat in (("es",r"\d\.\d"),("en",r"\d,\d")):
            for kind,w in (es if lang=="es" else en):
                if re.search(pat,w): res.setdefault((lang+" number "+kind,w),[]).append(name)
        for kind,w in en:
            if re.search(r"[áéíóúñ¿¡]", w) : res.setdefault(("en accent "+kind,w),[]).append(name)
    with open(out,"w") as f:
        for (k,w),names in sorted(res.items()): f.write(f"{k}\t{w[:200]}\t{len(names)} {names[0]}\n")
def test_pages(every_page, as_): look(every_page, as_, "/tmp/look/lang1.txt")
