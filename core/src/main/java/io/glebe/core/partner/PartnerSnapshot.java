package io.glebe.core.partner;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The partner's data for a selection; it is read completely before anything is written. */
final class PartnerSnapshot {
  /** An organization with its selected farms. */
  record FarmData(PartnerEntity organization, Optional<Selection.Into> into, List<Holding> farms) {}

  /** A farm with its selected fields. */
  record Holding(PartnerEntity farm, Optional<Selection.Into> into, List<PartnerEntity> fields) {}

  private final PartnerClient client;
  private final int limit;
  private final List<Violation> faults = new ArrayList<>();
  private int count;

  /**
   * @param limit maximum number of entities; 413 above
   */
  PartnerSnapshot(PartnerClient client, int limit) {
    this.client = client;
    this.limit = limit;
  }

  /** Reads; blocks. 422 names every entry of the selection that the partner does not show. */
  List<FarmData> of(Selection selection) {
    Optional<List<Selection.Node>> selected = Optional.of(selection.organizations());
    List<FarmData> snapshot = new ArrayList<>();
    for (Listed organization : list(PartnerClient.Listing.organizations(), selected)) {
      snapshot.add(new FarmData(organization.entity(), organization.into(), farms(organization)));
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return snapshot;
  }

  private List<Holding> farms(Listed organization) {
    String id = organization.entity().id();
    List<Holding> holdings = new ArrayList<>();
    for (Listed farm : list(PartnerClient.Listing.farms(id), organization.parts())) {
      List<PartnerEntity> fields =
          list(PartnerClient.Listing.fields(id, farm.entity().id()), farm.parts()).stream()
              .map(Listed::entity)
              .toList();
      holdings.add(new Holding(farm.entity(), farm.into(), fields));
    }
    return holdings;
  }

  private record Listed(
      PartnerEntity entity, Optional<Selection.Into> into, Optional<List<Selection.Node>> parts) {}

  private List<Listed> list(
      PartnerClient.Listing listing, Optional<List<Selection.Node>> selected) {
    if (selected.filter(List::isEmpty).isPresent()) {
      return List.of();
    }
    Map<String, PartnerEntity> shown = new LinkedHashMap<>();
    client.all(listing).await().forEach(entity -> shown.putIfAbsent(entity.id(), entity));
    List<Listed> listed =
        selected.isEmpty()
            ? shown.values().stream()
                .map(e -> new Listed(e, Optional.empty(), Optional.empty()))
                .toList()
            : selected.get().stream().flatMap(node -> select(node, shown).stream()).toList();
    count += listed.size();
    if (count > limit) {
      throw Problem.of(
          ProblemType.OVER_BUDGET,
          "the selection has more than " + limit + " records; import farm by farm");
    }
    return listed;
  }

  private Optional<Listed> select(Selection.Node node, Map<String, PartnerEntity> shown) {
    PartnerEntity entity = shown.get(node.id());
    if (entity == null) {
      faults.add(
          Violation.at(
              "selection",
              node.pointer(),
              "the partner has no " + node.id() + " that this user may read"));
      return Optional.empty();
    }
    return Optional.of(new Listed(entity, node.into(), node.parts()));
  }
}
