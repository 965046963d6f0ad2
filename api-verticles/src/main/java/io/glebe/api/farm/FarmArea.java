package io.glebe.api.farm;

import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.RouteTable;
import java.util.List;
import java.util.Set;

/**
 * The activity endpoints and the farm master-data endpoints: further doors to the records of the
 * generic API, never a second store.
 */
public final class FarmArea implements ApiArea {
  /** Lines of the generic API that are answered here, with more in them. */
  public static final Set<String> RICHER =
      Set.of("GET /farms", "GET /farms/{id}", "GET /regions", "GET /regions/{id}");

  private final List<RecordArea.Extra> rooms;

  FarmArea(List<RecordArea.Extra> rooms) {
    this.rooms = List.copyOf(rooms);
  }

  @Override
  public String name() {
    return "farm";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    rooms.forEach(room -> room.contribute(routes));
  }
}
