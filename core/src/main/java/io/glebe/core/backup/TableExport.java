package io.glebe.core.backup;

import io.glebe.core.backup.BackupManifest.TableRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * Writes the rows of a table as pieces. Where a piece ends depends on the rows and not on their
 * number before it, so that a changed row changes one piece and not all later ones.
 */
final class TableExport {
  private static final int SMALLEST = 1 << 20;
  private static final int LARGEST = 16 << 20;

  /** One row in so many ends a piece that is long enough. */
  private static final int ROWS_TO_END = 256;

  private final Connection connection;
  private final PieceStore pieces;

  TableExport(Connection connection, PieceStore pieces) {
    this.connection = connection;
    this.pieces = pieces;
  }

  TableRows export(String table, List<String> columns) throws SQLException, IOException {
    List<String> names = new ArrayList<>();
    ByteArrayOutputStream open = new ByteArrayOutputStream();
    long rows = 0;
    CopyOut copy =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut("COPY %s (%s) TO STDOUT".formatted(table, String.join(", ", columns)));
    for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
      open.write(row);
      rows++;
      if (isEnd(open.size(), row)) {
        names.add(pieces.put(Gzip.compress(open.toByteArray())));
        open.reset();
      }
    }
    if (open.size() > 0) {
      names.add(pieces.put(Gzip.compress(open.toByteArray())));
    }
    return new TableRows(table, columns, rows, names);
  }

  private static boolean isEnd(int size, byte[] row) {
    return size >= LARGEST
        || size >= SMALLEST && Math.floorMod(Arrays.hashCode(row), ROWS_TO_END) == 0;
  }
}
