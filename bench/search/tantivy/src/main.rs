//! Tantivy for results in document order: one segment in the order of insertion, terms without frequencies and
//! positions, columns for numbers, scorers without scores that stop when the page is full. process-peer.ts describes
//! the lines.
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Bound;
use std::path::Path;
use std::time::Instant;

use tantivy::directory::MmapDirectory;
use tantivy::merge_policy::NoMergePolicy;
use tantivy::query::{AllQuery, BooleanQuery, ConstScoreQuery, EnableScoring, Occur, Query, RangeQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, FAST};
use tantivy::tokenizer::{TextAnalyzer, WhitespaceTokenizer};
use tantivy::{DocSet, Index, IndexReader, Searcher, TERMINATED, TantivyDocument, Term};

const PAGE_DOCS: usize = 11;
/// Close to the largest that a writing thread accepts: all rows form one segment.
const WRITER_BYTES: usize = 4_000_000_000;

struct Fields {
    words: Field,
    employees: Field,
    connections: Field,
}

struct Asked {
    query: Box<dyn Query>,
    after: i64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let folder = Path::new(&args[1]);
    let (index, fields) = built(folder, Path::new(&args[2]))?;
    let reader: IndexReader = index.reader()?;
    let searcher = reader.searcher();
    assert_eq!(searcher.segment_readers().len(), 1, "one segment");
    let mut out = io::stdout().lock();
    writeln!(out, "ready {} {}", tantivy::version().to_string().replace(' ', "_"), bytes_of(folder)?)?;
    out.flush()?;
    let mut lines = io::stdin().lock().lines();
    while let Some(command) = lines.next() {
        let command = command?;
        let (kind, number) = command.split_once(' ').expect("a command and a number");
        let mut asked = Vec::new();
        for _ in 0..number.parse::<usize>()? {
            asked.push(parsed(&lines.next().expect("a query")?, &fields)?);
        }
        let mut answers = String::new();
        for one in &asked {
            let started = Instant::now();
            let found = if kind == "pages" { page(&searcher, one)? } else { count(&searcher, one)? };
            writeln!(answers, "{} {}", started.elapsed().as_nanos(), found)?;
        }
        out.write_all(answers.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

fn built(folder: &Path, rows: &Path) -> Result<(Index, Fields), Box<dyn std::error::Error>> {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("words")
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::Basic);
    let fields = Fields {
        words: schema.add_text_field("x", TextOptions::default().set_indexing_options(indexing)),
        employees: schema.add_i64_field("employees", FAST),
        connections: schema.add_i64_field("connections", FAST),
    };
    let index = Index::builder().schema(schema.build()).open_or_create(MmapDirectory::open(folder)?)?;
    index.tokenizers().register("words", TextAnalyzer::builder(WhitespaceTokenizer::default()).build());
    let mut writer = index.writer_with_num_threads(1, WRITER_BYTES)?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    for line in BufReader::new(File::open(rows)?).lines() {
        let line = line?;
        let mut parts = line.splitn(3, ' ');
        let mut document = TantivyDocument::default();
        document.add_i64(fields.employees, parts.next().unwrap_or_default().parse()?);
        document.add_i64(fields.connections, parts.next().unwrap_or_default().parse()?);
        document.add_text(fields.words, parts.next().unwrap_or_default());
        writer.add_document(document)?;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok((index, fields))
}

fn parsed(line: &str, fields: &Fields) -> Result<Asked, Box<dyn std::error::Error>> {
    let parts: Vec<&str> = line.split('|').collect();
    let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    if !parts[1].is_empty() || !parts[2].is_empty() {
        clauses.push((Occur::Must, range(fields.employees, parts[1], parts[2])?));
    }
    if !parts[3].is_empty() {
        clauses.push((Occur::Must, range(fields.connections, parts[3], "")?));
    }
    for group in parts[4].split(';').filter(|group| !group.is_empty()) {
        clauses.push((Occur::Must, any(group, fields.words)));
    }
    if clauses.is_empty() {
        clauses.push((Occur::Must, Box::new(AllQuery)));
    }
    for group in parts[5].split(';').filter(|group| !group.is_empty()) {
        clauses.push((Occur::MustNot, any(group, fields.words)));
    }
    let query = Box::new(ConstScoreQuery::new(all(clauses), 1.0));
    Ok(Asked { query, after: parts[0].parse()? })
}

fn range(field: Field, from: &str, to: &str) -> Result<Box<dyn Query>, std::num::ParseIntError> {
    let lower = Bound::Included(Term::from_field_i64(field, if from.is_empty() { 0 } else { from.parse()? }));
    let upper = match to {
        "" => Bound::Unbounded,
        to => Bound::Included(Term::from_field_i64(field, to.parse()?)),
    };
    Ok(Box::new(RangeQuery::new(lower, upper)))
}

fn any(group: &str, words: Field) -> Box<dyn Query> {
    let token = |token: &str| -> (Occur, Box<dyn Query>) {
        let term = Term::from_field_text(words, token);
        (Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::Basic)))
    };
    let word = |word: &str| (Occur::Must, all(word.split(',').map(token).collect()));
    let alternative = |words: &str| (Occur::Should, all(words.split('&').map(word).collect()));
    all(group.split('/').map(alternative).collect())
}

/// One clause without a Boolean query around it: a scorer less.
fn all(mut clauses: Vec<(Occur, Box<dyn Query>)>) -> Box<dyn Query> {
    match clauses.len() {
        1 => clauses.remove(0).1,
        _ => Box::new(BooleanQuery::new(clauses)),
    }
}

fn page(searcher: &Searcher, asked: &Asked) -> tantivy::Result<String> {
    let weight = asked.query.weight(EnableScoring::disabled_from_searcher(searcher))?;
    let mut scorer = weight.scorer(searcher.segment_reader(0), 1.0)?;
    let start = (asked.after + 1) as u32;
    let mut doc = if scorer.doc() < start { scorer.seek(start) } else { scorer.doc() };
    let mut docs = String::new();
    for place in 0..PAGE_DOCS {
        if doc == TERMINATED {
            break;
        }
        let comma = if place == 0 { "" } else { "," };
        write!(docs, "{comma}{doc}").expect("a string accepts all");
        doc = scorer.advance();
    }
    Ok(docs)
}

fn count(searcher: &Searcher, asked: &Asked) -> tantivy::Result<String> {
    let weight = asked.query.weight(EnableScoring::disabled_from_searcher(searcher))?;
    Ok(weight.count(searcher.segment_reader(0))?.to_string())
}

fn bytes_of(folder: &Path) -> io::Result<u64> {
    std::fs::read_dir(folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}
