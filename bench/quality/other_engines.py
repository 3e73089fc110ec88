"""other_engines.py companies|people ROWS.json [TRAINING.json]

Decisions of Splink and dedupe on the rows of the quality report. Splink learns without labels, with the comparisons
that its documentation recommends; its pairs at a match probability of 0.95 are clustered. dedupe learns from the
labelled pairs of the other half. Prints one JSON list on the last line: engine, seconds, and the record of each row.
"""

import io
import json
import sys
import time

import duckdb
import splink
import splink.comparison_library as cl
from splink import Linker, SettingsCreator, block_on
from splink.backends.duckdb import DuckDBAPI

THRESHOLD = 0.95

SPLINK = {
    "companies": {
        "comparisons": lambda: [
            cl.JaroWinklerAtThresholds("core_name", [0.95, 0.9, 0.8]).configure(term_frequency_adjustments=True),
            cl.ExactMatch("site").configure(term_frequency_adjustments=True),
            cl.LevenshteinAtThresholds("city", 2),
            cl.ExactMatch("country").configure(term_frequency_adjustments=True),
        ],
        "blocking": lambda: [
            block_on("core_name"),
            block_on("site"),
            block_on("substr(core_name, 1, 5)", "country"),
            block_on("substr(core_name, 1, 8)"),
            block_on("right(core_name, 6)", "city"),
        ],
        "certain": lambda: [block_on("core_name", "site"), block_on("core_name", "city", "country")],
        "sessions": lambda: [block_on("site"), block_on("core_name")],
    },
    "people": {
        "comparisons": lambda: [
            cl.ForenameSurnameComparison("first_name", "surname"),
            cl.EmailComparison("email"),
            cl.ExactMatch("phone").configure(term_frequency_adjustments=True),
            cl.JaroWinklerAtThresholds("employer", [0.95, 0.9]).configure(term_frequency_adjustments=True),
            cl.JaroWinklerAtThresholds("title", [0.9]),
            cl.ExactMatch("profile"),
            cl.ExactMatch("city").configure(term_frequency_adjustments=True),
            cl.ExactMatch("country"),
        ],
        "blocking": lambda: [
            block_on("profile"),
            block_on("email"),
            block_on("phone"),
            block_on("employer"),
            block_on("first_name", "surname"),
            block_on("surname", "city"),
        ],
        "certain": lambda: [block_on("profile"), block_on("email", "surname"), block_on("full_name", "employer")],
        "sessions": lambda: [block_on("first_name", "surname"), block_on("employer")],
    },
}


def by_splink(kind, rows):
    started = time.time()
    model = SPLINK[kind]
    columns = list(rows[0])
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE truth_rows ({', '.join(f'{name} VARCHAR' for name in columns)})")
    connection.executemany(
        f"INSERT INTO truth_rows VALUES ({', '.join('?' for _ in columns)})",
        [[row[name] for name in columns] for row in rows],
    )
    database = DuckDBAPI(connection=connection)
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=model["comparisons"](),
        blocking_rules_to_generate_predictions=model["blocking"](),
    )
    linker = Linker(database.register("truth_rows"), settings, log_level=40)
    linker.training.estimate_probability_two_random_records_match(model["certain"](), recall=0.6)
    linker.training.estimate_u_using_random_sampling(max_pairs=2e6, seed=1)
    for rule in model["sessions"]():
        try:
            linker.training.estimate_parameters_using_expectation_maximisation(rule)
        except ValueError:
            # All pairs of the block are of one kind: nothing to learn from it.
            continue
    predictions = linker.inference.predict(threshold_match_probability=0.01)
    clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(
        predictions, threshold_match_probability=THRESHOLD
    )
    records = {row["unique_id"]: str(row["cluster_id"]) for row in clusters.as_record_list()}
    return {"engine": f"Splink {splink.__version__}", "seconds": time.time() - started, "records": records}


DEDUPE_FIELDS = {
    "companies": ["core_name", "site", "city", "country"],
    "people": ["full_name", "email", "phone", "employer", "title", "city", "country", "profile"],
}
LABELS_MAX = 300
EXACT = {"country", "profile", "phone"}


def by_dedupe(kind, rows, training):
    import dedupe
    from importlib.metadata import version

    started = time.time()
    fields = [
        (dedupe.variables.Exact if name in EXACT else dedupe.variables.String)(name, has_missing=True)
        for name in DEDUPE_FIELDS[kind]
    ]
    table = {row["unique_id"]: {name: row[name] for name in DEDUPE_FIELDS[kind]} for row in rows}
    known = {row["unique_id"]: {name: row[name] for name in DEDUPE_FIELDS[kind]} for row in training["rows"]}
    pairs = {"match": [], "distinct": []}
    for pair in training["pairs"]:
        if pair["a"] in known and pair["b"] in known:
            side = "match" if pair["isSame"] else "distinct"
            pairs[side].append((known[pair["a"]], known[pair["b"]]))
    engine = dedupe.Dedupe(fields, num_cores=1)
    labels = {side: chosen[:: max(1, len(chosen) // LABELS_MAX)] for side, chosen in pairs.items()}
    engine.prepare_training(known, io.StringIO(json.dumps(labels)), sample_size=1000)
    engine.train(recall=0.9, index_predicates=False)
    records = {}
    for number, (ids, _) in enumerate(engine.partition(table, threshold=0.5)):
        for row_id in ids:
            records[row_id] = f"{number}"
    return {"engine": f"dedupe {version('dedupe')}", "seconds": time.time() - started, "records": records}


def main():
    kind, path = sys.argv[1:3]
    with open(path, encoding="utf8") as file:
        rows = json.load(file)
    answers = [by_splink(kind, rows)]
    if len(sys.argv) > 3:
        with open(sys.argv[3], encoding="utf8") as file:
            answers.append(by_dedupe(kind, rows, json.load(file)))
    print()
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
