package io.glebe.core.cube.collection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.cube.model.CollectionId;
import io.glebe.core.cube.model.DataProvider;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The validated request body that creates or replaces a collection.
 *
 * @param id the id, if the body contains it
 * @param owner the owner, if the body contains it
 * @param isPublic whether it is public, if the body contains {@code access}
 * @param doc the other members, without those that the server derives
 */
public record CollectionBody(
    Optional<String> id, Optional<OwnerScope> owner, Optional<Boolean> isPublic, ObjectNode doc) {
  private static final String PUBLIC = "public";
  private static final Set<String> ACCESS = Set.of("farm", "organization", "signed-in", PUBLIC);

  private static final Set<String> DERIVED =
      Set.of(
          "id",
          "extent",
          "links",
          "created",
          "updated",
          "farmId",
          "organizationId",
          "access",
          "itemType",
          "dataType",
          "storageCrs",
          "crs",
          "dataVersion");
  private static final int MAX_TEXT = 20_000;
  private static final int MAX_ITEMS = 100;

  /** Longest keyword. */
  public static final int MAX_KEYWORD = 1_000;

  /** Validates the body; 422 with all violations. */
  public static CollectionBody parse(ObjectNode body) {
    List<Violation> faults = new ArrayList<>();
    Optional<String> id = text(body, "id", 64, faults);
    id.flatMap(CollectionId::fault).ifPresent(faults::add);
    text(body, "title", 200, faults);
    text(body, "description", MAX_TEXT, faults);
    text(body, "license", 200, faults);
    list(body, "keywords", CollectionBody::isKeyword, "short texts", faults);
    list(
        body,
        "providers",
        DataProvider::isValid,
        "objects with a name, roles of STAC and an address",
        faults);
    Optional<String> access = text(body, "access", 20, faults);
    if (access.isPresent() && !ACCESS.contains(access.get())) {
      faults.add(
          Violation.at("enum", "/access", "access is farm, organization, signed-in or public"));
    }
    Optional<OwnerScope> owner = owner(body, access, faults);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    ObjectNode doc = body.deepCopy();
    doc.remove(DERIVED);
    return new CollectionBody(id, owner, access.map(PUBLIC::equals), doc);
  }

  private static boolean isKeyword(JsonNode value) {
    return value.isTextual() && value.textValue().length() <= MAX_KEYWORD;
  }

  private static Optional<OwnerScope> owner(
      ObjectNode body, Optional<String> access, List<Violation> faults) {
    List<OwnerScope> owners = new ArrayList<>();
    uuid(body, "farmId", faults).ifPresent(farm -> owners.add(new OwnerScope.OfFarm(farm)));
    uuid(body, "organizationId", faults)
        .ifPresent(organization -> owners.add(new OwnerScope.OfOrganization(organization)));
    access.filter("signed-in"::equals).ifPresent(all -> owners.add(new OwnerScope.OfPublic()));
    if (owners.size() > 1) {
      faults.add(
          Violation.at(
              "owner",
              "/farmId",
              "a collection belongs to one of farmId, organizationId, signed-in"));
    }
    return owners.stream().findFirst();
  }

  private static Optional<UUID> uuid(ObjectNode body, String member, List<Violation> faults) {
    return text(body, member, 36, faults)
        .flatMap(
            text -> {
              if (UuidSyntax.matches(text)) {
                return Optional.of(UUID.fromString(text));
              }
              faults.add(Violation.at("uuid", "/" + member, member + " is a lower-case UUID"));
              return Optional.empty();
            });
  }

  private static Optional<String> text(
      ObjectNode body, String member, int longest, List<Violation> faults) {
    JsonNode node = body.path(member);
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    if (!node.isTextual() || node.textValue().isBlank() || node.textValue().length() > longest) {
      faults.add(
          Violation.at(
              "text", "/" + member, member + " is a text of 1 to " + longest + " characters"));
      return Optional.empty();
    }
    return Optional.of(node.textValue());
  }

  private static void list(
      ObjectNode body,
      String member,
      java.util.function.Predicate<JsonNode> fits,
      String what,
      List<Violation> faults) {
    JsonNode node = body.path(member);
    if (node.isMissingNode()) {
      return;
    }
    boolean good = node.isArray() && node.size() <= MAX_ITEMS;
    for (JsonNode item : node) {
      good &= fits.test(item);
    }
    if (!good) {
      faults.add(
          Violation.at(
              "list", "/" + member, member + " is an array of at most " + MAX_ITEMS + " " + what));
    }
  }
}
