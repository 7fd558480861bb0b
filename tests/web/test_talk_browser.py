"""Two people and one who looks on talk, each in a browser of their own."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web.conftest import PHONE, picture, problems, sit_down

expect.set_options(timeout=15_000)


def say(page, text):
    page.fill("#say-text", text)
    page.keyboard.press("Enter")
    expect(page.locator("#talk-said li").last).to_contain_text(text)


def last(page):
    return page.locator("#talk-said li").last


def test_two_people_and_one_who_looks_on_talk(server, visitor):
    table = server.new_table()
    ada = sit_down(visitor(), table, 1, "Ada")
    bert = sit_down(visitor(locale="fr-FR", timezone_id="Asia/Tokyo"), table, 2, "Bert")
    watcher = visitor(table.watch_link)

    expect(ada.locator("#talk")).to_be_hidden()
    ada.locator("#talk-link").focus()
    ada.keyboard.press("Enter")
    expect(ada.locator("#say-text")).to_be_focused()
    say(ada, "Ward 5 is mine, Bert.")

    # What is said is counted where the talk is closed, and comes live where it is open.
    expect(bert.locator("#unread")).to_contain_text("1")
    bert.click("#talk-link")
    expect(bert.locator("#unread")).to_be_hidden()
    at = bert.locator("#talk-said time").last
    hours = "date => new Date(date).getUTCHours()"
    utc = bert.evaluate(hours, at.get_attribute("datetime"))
    assert at.inner_text()[:2] == f"{(utc + 9) % 24:02}"
    say(bert, "<b>Vraiment ?</b>")
    expect(last(ada)).to_contain_text("<b>Vraiment ?</b>")
    bert.click("#say button[value=bravo]")
    expect(last(bert)).to_contain_text("Bien joué !")
    expect(last(ada)).to_contain_text("Well played!")

    # Who looks on reads along; what they say is theirs.
    watcher.click("#talk-link")
    expect(last(watcher)).to_contain_text("Well played!")
    say(watcher, "A fine quarrel.")
    assert ada.locator("#talk-said", has_text="A fine quarrel.").count() == 0

    # What a message names lights up on the board.
    place = ada.locator("#talk-said .place", has_text="Ward 5")
    place.hover()
    expect(ada.locator("#ward-5")).to_contain_class("lit")
    ada.locator("#talk-title").hover()
    expect(ada.locator("#ward-5")).not_to_contain_class("lit")
    picture(ada, "talk")
    assert problems(ada) == []

    # A reload in between loses nothing, and nothing is unread that was read.
    ada.keyboard.press("Escape")
    expect(ada.locator("#talk")).to_be_hidden()
    expect(ada.locator("#talk-link")).to_be_focused()
    ada.reload()
    expect(ada.locator("#unread")).to_be_hidden()
    say(bert, "Encore là ?")
    expect(ada.locator("#unread")).to_contain_text("1")
    ada.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    ada.click("#talk-link")
    expect(last(ada)).to_contain_text("Encore là ?")
    say(ada, "On the telephone.")
    expect(last(bert)).to_contain_text("On the telephone.")
    picture(ada, "talk-phone")
    assert problems(ada) == []
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_talk_needs_no_script(server, visitor):
    table = server.new_table("cityhall")
    ada = sit_down(visitor(java_script_enabled=False), table, 1, "Ada")
    ada.click("#talk-link")
    ada.fill("#say-text", "Queens is mine, and so is M1.")
    ada.click("#say div button")
    expect(last(ada)).to_contain_text("Queens is mine")
    ada.goto(f"{table.path}/text")
    expect(last(ada)).to_contain_text("Queens is mine")
    ada.fill("#say-text", "From the words.")
    ada.click("#say div button")
    expect(last(ada)).to_contain_text("From the words.")
    expect(ada).to_have_url(f"{server.url}{table.path}/text#talk")
    picture(ada, "talk-words")


HOSTILE = {
    "markup": "<img src=x onerror='document.title=1'><script>document.title = 1</script>",
    "right to left": "\u202emine si 5 draW\u202c and \u05d0\u05d1\u05d2 mine",
    "marks": "a" + "\u0301" * 2_000,
    "nothing": "null\0byte",
}


ANSWERED = """() => {
  const [text, refused] = ["say-text", "say-refused"].map((id) => document.getElementById(id));
  return !text.value || refused.textContent;
}"""


def test_hostile_text_a_flood_and_who_is_silenced_or_hidden(server, visitor):
    host, gus, vera = visitor(), visitor(), visitor()
    form = {"go": "tammany invite", "name": "Olga", "tammany.opponents": "2"}
    host.goto("/")
    host.goto(host.request.post("/play", form=form).url)
    url = host.url
    links = host.locator("input[value*='/j/']").evaluate_all("all => all.map((one) => one.value)")
    for page, name, link in ((gus, "Gus", links[0]), (vera, "Vera", links[1])):
        page.request.post(link, form={"name": name})
        page.goto(url)
        page.click("#talk-link")
    host.click("#talk-link")

    # Whatever is said is text, on its own line, and moves nothing else.
    title = host.title()
    for text in HOSTILE.values():
        assert gus.request.post(f"{url}/talk", form={"text": text}).ok
    too_many = {"text": "a" + "\u0301" * 10_000}
    assert gus.request.post(f"{url}/talk", form=too_many).status == 413
    expect(last(host)).to_contain_text("null byte")
    said = host.locator("#talk-said li p[dir=auto]")
    assert said.nth(0).inner_text() == HOSTILE["markup"]
    assert "\u202e" not in said.nth(1).inner_text()
    assert len(said.nth(2).inner_text()) <= 5
    assert host.locator("#talk-said :is(img, script)").count() == 0
    assert host.title() == title
    panel = host.locator("#talk-said").bounding_box()
    for number in range(4):
        box = said.nth(number).bounding_box()
        assert box["x"] >= panel["x"]
        assert box["x"] + box["width"] <= panel["x"] + panel["width"]
        assert box["height"] < 120
    picture(host, "talk-hostile")
    assert problems(host) == []

    # A flood is dammed in words, and others are still heard.
    for _ in range(20):
        gus.request.post(f"{url}/talk", form={"text": "Flood."})
        gus.fill("#say-text", "More.")
        gus.keyboard.press("Enter")
        gus.wait_for_function(ANSWERED)
        if gus.locator("#say-refused").inner_text():
            break
    expect(gus.locator("#say-refused")).not_to_be_empty()
    say(vera, "I am here.")
    expect(last(host)).to_contain_text("I am here.")

    # Who is silenced is told so; who is hidden is hidden from one reader alone.
    host.goto(f"{url}/talk")
    host.get_by_role("button", name="Silence here · Vera").click()
    expect(host.locator(".voices")).to_contain_text("silenced by whoever opened the table")
    vera.fill("#say-text", "Hello?")
    vera.keyboard.press("Enter")
    expect(vera.locator("#say-refused")).to_contain_text("has silenced you here")
    host.get_by_role("button", name="Let them speak · Vera").click()
    expect(host.locator(".voices")).not_to_contain_text("silenced by")
    say(vera, "Thank you.")
    vera.goto(f"{url}/talk")
    vera.get_by_role("button", name="Hide from me · Gus").click()
    expect(vera.get_by_role("button", name="Show again · Gus")).to_be_visible()
    assert vera.locator("#talk-said", has_text="null byte").count() == 0
    expect(last(host)).to_contain_text("Thank you.")
    assert host.locator("#talk-said", has_text="null byte").count() == 1
