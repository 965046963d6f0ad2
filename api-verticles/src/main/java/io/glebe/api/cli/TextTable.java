package io.glebe.api.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows with aligned columns; the last column has no fixed width. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a row; control characters in it become spaces. */
  public TextTable row(String... cells) {
    rows.add(List.of(cells).stream().map(cell -> cell.replaceAll("\\p{Cntrl}", " ")).toList());
    return this;
  }

  public void print(PrintWriter out) {
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        line.append(cell);
        if (column < row.size() - 1) {
          line.repeat(" ", width(column) - length(cell)).append(GAP);
        }
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> length(row.get(column)))
        .max()
        .orElse(0);
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
