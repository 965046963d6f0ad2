package io.glebe.core.record.read;

import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.StoredRecord;
import java.util.function.Consumer;

/**
 * SQL that returns the documents of several records as text of a limited length. Rows whose
 * document does not fit are returned without it: their column {@code doc} is null.
 *
 * <p>Stored documents are compressed, so that their size says little about their text: 3.9 MB of
 * one letter take 45 KB. A document is therefore converted only if its stored size promises a short
 * text, and the text is measured before it leaves the database. Window functions copy their rows,
 * so that the text of a large document is not among them: it is converted for its length, and once
 * more if it is returned.
 */
public final class DocumentBounds {
  /** A compressed document usually has a text of at most this many times its stored bytes. */
  private static final int USUAL_RATIO = 3;

  /** Bytes that the text probably has, without reading the document. */
  private static final String EXPECTED =
      "pg_column_size(t.doc) * case when pg_column_compression(t.doc) is null then 1 else "
          + USUAL_RATIO
          + " end";

  private static final String TEXT = "doc::text";

  /** A stored document of at most this many bytes is converted once and copied. */
  private static final int SMALL = 4096;

  /** The columns of {@link StoredRecord} with the document as stored, not converted to text. */
  public static final String STORED = StoredRecord.COLUMNS.replace(TEXT, "doc");

  private DocumentBounds() {}

  /** The columns of {@link StoredRecord} with the texts of documents that may be short. */
  static String shortTexts(Sql sql, int bytes) {
    String fits = "pg_column_size(t.doc) <= " + sql.place(bytes);
    return columns("case when " + fits + " then t.doc::text end");
  }

  /**
   * Selects texts of at most this many bytes each.
   *
   * @param rows adds a select with the columns of {@link #shortTexts} in the order of the result;
   *     it ends with {@code limit} or {@code offset 0}, so that no text is converted twice
   */
  static void each(Sql sql, int bytes, Consumer<Sql> rows) {
    String most = sql.place(bytes);
    sql.add("select ").add(columns("case when octet_length(t.doc) <= " + most + " then t.doc end"));
    sql.add(" from (");
    rows.accept(sql);
    sql.add(") t");
  }

  /**
   * Selects texts of at most this many bytes in all, and the first one in any case: those of the
   * rows up to the first that does not fit.
   *
   * @param further names of further columns
   * @param rows adds a select with the columns {@link #STORED} in the order of the result, which
   *     ends with {@code limit} or {@code offset 0}
   */
  public static void inAll(Sql sql, String further, int bytes, Consumer<Sql> rows) {
    String most = sql.place((long) bytes);
    String before =
        "coalesce(sum(%s) over (rows between unbounded preceding and 1 preceding), 0) < %s";
    String fits = "t.total <= " + most + " or t.total = t.length";
    inAll(sql, further, before.formatted(EXPECTED, most), fits, rows);
  }

  /** As {@link #inAll}, without the first one where it does not fit. */
  static void shortInAll(Sql sql, int bytes, Consumer<Sql> rows) {
    String most = sql.place((long) bytes);
    String expected = "sum(%s) over (rows unbounded preceding) <= %s".formatted(EXPECTED, most);
    inAll(sql, "", expected, "t.total <= " + most, rows);
  }

  private static void inAll(
      Sql sql, String further, String promises, String fits, Consumer<Sql> rows) {
    String text = "case when t.length is not null and (%s) then coalesce(t.text, t.doc::text) end";
    sql.add("select ").add(columns(text.formatted(fits))).add(further);
    sql.add(" from (select t.*, sum(t.length) over (rows unbounded preceding) as total");
    sql.add(" from (select t.*, coalesce(octet_length(t.text), t.large) as length");
    sql.add(" from (select t.*, case when t.promises and t.small then t.doc::text end as text,");
    sql.add(" case when t.promises and not t.small then octet_length(t.doc::text) end as large");
    sql.add(" from (select t.*, pg_column_size(t.doc) <= " + SMALL + " as small, ");
    sql.add(promises).add(" as promises from (");
    rows.accept(sql);
    sql.add(") t) t offset 0) t) t) t");
  }

  private static String columns(String document) {
    return StoredRecord.COLUMNS.replace(TEXT, document + " as doc");
  }
}
