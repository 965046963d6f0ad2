package io.glebe.api.farm;

import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.RouteTable;
import java.util.List;
import java.util.Set;

/**
 * The activity endpoints and the endpoints of farm master data: further endpoints for the records
 * of the generic API.
 */
public final class FarmArea implements ApiArea {
  /** Operations of the generic API that this area serves in an extended form. */
  public static final Set<String> RICHER =
      Set.of("GET /farms", "GET /farms/{id}", "GET /regions", "GET /regions/{id}");

  private final List<RecordArea.Extra> extras;

  FarmArea(List<RecordArea.Extra> extras) {
    this.extras = List.copyOf(extras);
  }

  @Override
  public String name() {
    return "farm";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    extras.forEach(extra -> extra.contribute(routes));
  }
}
