// Lucene in an expert configuration for results in document order: one segment sorted in the order of insertion, terms
// without frequencies and positions, points and doc values for numbers, no query cache, and early termination when the
// page is full. Doc values have skip indexes. process-peer.ts describes its lines.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.*;
import org.apache.lucene.util.Version;

public class LucenePeer {
  static final int PAGE_DOCS = 11;

  public static void main(String[] args) throws Exception {
    Path folder = Paths.get(args[0]);
    build(folder, Paths.get(args[1]));
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    try (Directory directory = new MMapDirectory(folder); IndexReader reader = DirectoryReader.open(directory)) {
      if (reader.leaves().size() != 1) throw new IllegalStateException("more than one segment");
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      out.println("ready " + Version.LATEST + " " + bytesOf(folder));
      out.flush();
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String command = in.readLine(); command != null; command = in.readLine()) {
        String[] words = command.split(" ");
        List<Asked> queries = new ArrayList<>();
        for (int n = Integer.parseInt(words[1]); n > 0; n--) queries.add(parse(in.readLine(), words[0].equals("pages")));
        StringBuilder answer = new StringBuilder();
        for (Asked asked : queries) {
          long started = System.nanoTime();
          String found = words[0].equals("pages") ? page(searcher, asked) : Integer.toString(searcher.count(asked.query));
          answer.append(System.nanoTime() - started).append(' ').append(found).append('\n');
        }
        out.print(answer);
        out.flush();
      }
    }
  }

  static void build(Path folder, Path rows) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer());
    config.setIndexSort(new Sort(new SortField("employees", SortField.Type.LONG, true)));
    config.setRAMBufferSizeMB(1500);
    config.setUseCompoundFile(false);
    FieldType words = new FieldType();
    words.setIndexOptions(IndexOptions.DOCS);
    words.setOmitNorms(true);
    words.setTokenized(true);
    words.freeze();
    try (Directory directory = new MMapDirectory(folder);
        IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader in = Files.newBufferedReader(rows)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] parts = line.split(" ", 3);
        Document document = new Document();
        document.add(new Field("x", parts[2], words));
        add(document, "employees", Integer.parseInt(parts[0]));
        add(document, "connections", Integer.parseInt(parts[1]));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  static void add(Document document, String name, int value) {
    document.add(new IntPoint(name, value));
    document.add(NumericDocValuesField.indexedField(name, value));
  }

  static class Asked {
    Query query;
    int after;
  }

  static Asked parse(String line, boolean forPage) {
    String[] parts = line.split("\\|", -1);
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    int clauses = 0;
    if (!parts[1].isEmpty() || !parts[2].isEmpty()) {
      int from = parts[1].isEmpty() ? 0 : Math.max(0, Integer.parseInt(parts[1]));
      int to = parts[2].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(parts[2]);
      all.add(new IndexSortSortedNumericDocValuesRangeQuery("employees", from, to, range("employees", from, to)), BooleanClause.Occur.FILTER);
      clauses++;
    }
    if (!parts[3].isEmpty()) {
      int from = Integer.parseInt(parts[3]);
      // A page ends early: testing the documents of the other clauses is faster than collecting the whole range.
      Query few = NumericDocValuesField.newSlowRangeQuery("connections", from, Integer.MAX_VALUE);
      all.add(forPage ? few : range("connections", from, Integer.MAX_VALUE), BooleanClause.Occur.FILTER);
      clauses++;
    }
    for (String group : parts[4].split(";")) {
      if (group.isEmpty()) continue;
      all.add(any(group), BooleanClause.Occur.FILTER);
      clauses++;
    }
    if (clauses == 0) all.add(MatchAllDocsQuery.INSTANCE, BooleanClause.Occur.FILTER);
    for (String group : parts[5].split(";")) if (!group.isEmpty()) all.add(any(group), BooleanClause.Occur.MUST_NOT);
    Asked asked = new Asked();
    asked.query = new ConstantScoreQuery(all.build());
    asked.after = Integer.parseInt(parts[0]);
    return asked;
  }

  static Query range(String field, int from, int to) {
    return new IndexOrDocValuesQuery(
        IntPoint.newRangeQuery(field, from, to), NumericDocValuesField.newSlowRangeQuery(field, from, to));
  }

  static Query any(String group) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String alternative : group.split("/")) {
      BooleanQuery.Builder all = new BooleanQuery.Builder();
      for (String word : alternative.split("&")) {
        BooleanQuery.Builder tokens = new BooleanQuery.Builder();
        for (String token : word.split(",")) tokens.add(new TermQuery(new Term("x", token)), BooleanClause.Occur.SHOULD);
        all.add(tokens.build(), BooleanClause.Occur.FILTER);
      }
      any.add(all.build(), BooleanClause.Occur.SHOULD);
    }
    return any.build();
  }

  static String page(IndexSearcher searcher, Asked asked) throws IOException {
    LeafReaderContext leaf = searcher.getIndexReader().leaves().get(0);
    Weight weight = searcher.createWeight(searcher.rewrite(asked.query), ScoreMode.COMPLETE_NO_SCORES, 1);
    BulkScorer scorer = weight.bulkScorer(leaf);
    StringBuilder docs = new StringBuilder();
    if (scorer == null) return "";
    int[] left = {PAGE_DOCS};
    LeafCollector collector = new LeafCollector() {
      @Override public void setScorer(Scorable scorable) {}
      @Override public void collect(int doc) {
        docs.append(docs.length() == 0 ? "" : ",").append(doc);
        if (--left[0] == 0) throw new CollectionTerminatedException();
      }
    };
    try {
      scorer.score(collector, null, asked.after + 1, DocIdSetIterator.NO_MORE_DOCS);
    } catch (CollectionTerminatedException full) {
      // The page is full.
    }
    return docs.toString();
  }

  static long bytesOf(Path folder) throws IOException {
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) bytes += Files.size(file);
    }
    return bytes;
  }
}
