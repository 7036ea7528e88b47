"""Makes games.pgn.gz and expected.txt, the games and the ratings of the test of
`staunton rate`: `python3 make.py` in this folder.

Twelve players of known strength play 5,000 games. Who meets whom is uneven, as in
life: neighbours meet often, two players have few games, and nobody has met all. A
result is drawn by lot: the points that the strengths predict, and half of the rest
are draws.

The ratings are found by D. Hunter's MM algorithm for the model of Zermelo, Bradley
and Terry ("MM algorithms for generalized Bradley-Terry models", 2004), which shares
no step with the program: each turn replaces the strength of each player by its points
over the sum of games / (own + other strength).
"""

import gzip
import math
import random

STRENGTHS = {
    "Anderssen": 2600, "Blackburne": 2570, "Chigorin": 2600, "Falkbeer": 2350,
    "Harrwitz": 2480, "Kieseritzky": 2400, "Löwenthal": 2425, "Morphy": 2690,
    "Paulsen, L.": 2550, "Steinitz": 2650, "Williams": 2240, "Zukertort": 2610,
}
GAMES = 5_000
FEW = {"Williams", "Falkbeer"}


def result(chance, white, black):
    points = 1 / (1 + 10 ** ((STRENGTHS[black] - STRENGTHS[white] - 30) / 400))
    draws = min(points, 1 - points)
    lot = chance.random()
    if lot < points - draws / 2:
        return "1-0"
    return "1/2-1/2" if lot < points + draws / 2 else "0-1"


def games():
    chance = random.Random(1851)
    names = sorted(STRENGTHS, key=STRENGTHS.get)
    while True:
        first = int(chance.random() * len(names))
        other = first + 1 + int(chance.random() * 4)
        if other >= len(names):
            continue
        white, black = names[first], names[other]
        if FEW & {white, black} and chance.random() < 0.9:
            continue
        if chance.random() < 0.5:
            white, black = black, white
        yield white, black, result(chance, white, black)


def ratings(played):
    points = dict.fromkeys(STRENGTHS, 0.0)
    met = {}
    for white, black, text in played:
        score = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[text]
        points[white] += score
        points[black] += 1 - score
        for pair in (white, black), (black, white):
            met[pair] = met.get(pair, 0) + 1
    strength = dict.fromkeys(STRENGTHS, 1.0)
    for _ in range(100_000):
        new = {}
        for name in strength:
            total = sum(
                count / (strength[name] + strength[other])
                for (one, other), count in met.items() if one == name
            )
            new[name] = points[name] / total
        mean = math.exp(sum(map(math.log, new.values())) / len(new))
        new = {name: value / mean for name, value in new.items()}
        change = max(abs(math.log(new[name] / strength[name])) for name in new)
        strength = new
        if change < 1e-12:
            break
    return {name: 400 * math.log10(value) for name, value in strength.items()}


def main():
    source = games()
    played = [next(source) for _ in range(GAMES)]
    text = "".join(
        f'[White "{white}"]\n[Black "{black}"]\n[Result "{text}"]\n\n{text}\n\n'
        for white, black, text in played
    )
    with open("games.pgn.gz", "wb") as file:
        file.write(gzip.compress(text.encode(), 9, mtime=0))
    found = ratings(played)
    with open("expected.txt", "w") as file:
        for name in sorted(found, key=found.get, reverse=True):
            count = sum(name in game[:2] for game in played)
            file.write(f"{found[name]:+.3f} {count} {name}\n")


main()
