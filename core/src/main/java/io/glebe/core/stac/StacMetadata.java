package io.glebe.core.stac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.model.DataProvider;
import io.glebe.core.json.Json;
import io.glebe.core.json.MergePatch;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Validates manually edited metadata of a collection's STAC document and applies it to the derived
 * document.
 */
final class StacMetadata {
  /** Members that are derived from the data; manual values for them are ignored. */
  private static final Set<String> DERIVED =
      Set.of("type", "id", "stac_version", "extent", "links", "cube:dimensions", "cube:variables");

  /** Extensions add members of any other name. */
  private static final KnownMembers MEMBERS =
      new KnownMembers(
          "the STAC document",
          Stream.concat(
                  DERIVED.stream(),
                  Stream.of(
                      "title",
                      "description",
                      "license",
                      "keywords",
                      "stac_extensions",
                      "providers",
                      "summaries",
                      "assets",
                      "item_assets",
                      "renders"))
              .collect(Collectors.toSet()));

  private final ObjectNode stored;
  private final List<Violation> faults = new ArrayList<>();

  private StacMetadata(ObjectNode stored) {
    this.stored = stored;
  }

  /**
   * Applies a merge patch to the manual metadata; empty when nothing is left. 422 lists all
   * violations.
   */
  static Optional<ObjectNode> patched(CubeCollection row, ObjectNode patch) {
    ObjectNode stored = MergePatch.apply(row.stac().orElseGet(Json::object), patch);
    stored.remove(DERIVED);
    if (Json.bytes(stored).length > StacService.MAX_METADATA_BYTES) {
      throw Problem.invalid(
          Violation.at(
              "size",
              "",
              "STAC metadata have at most " + StacService.MAX_METADATA_BYTES + " bytes"));
    }
    new StacMetadata(stored).check(MEMBERS.misspelt(patch, ""));
    return stored.isEmpty() ? Optional.empty() : Optional.of(stored);
  }

  /** Applies the manual metadata to a derived document; the extensions of both are listed. */
  static void overlay(ObjectNode document, ObjectNode stored) {
    Set<JsonNode> extensions = new LinkedHashSet<>();
    document.path("stac_extensions").forEach(extensions::add);
    stored.path("stac_extensions").forEach(extensions::add);
    ObjectNode assets = document.withObject("/assets").deepCopy();
    document.setAll(stored);
    if (stored.has("assets")) {
      assets.setAll((ObjectNode) stored.get("assets"));
    }
    document.set("assets", assets);
    document.putArray("stac_extensions").addAll(extensions);
  }

  private void check(List<Violation> misspelt) {
    faults.addAll(misspelt);
    text("title", value -> !value.isBlank(), "a text");
    text("description", value -> !value.isBlank(), "a text that is not empty");
    text(
        "license",
        value -> StacDocuments.LICENSE.matcher(value).matches(),
        "an SPDX identifier, proprietary or various");
    list("keywords", JsonNode::isTextual, "texts");
    list("stac_extensions", DataProvider::isAddress, "addresses of JSON schemas");
    list("providers", DataProvider::isValid, "objects with a name, roles of STAC and an address");
    members(
        "summaries", StacMetadata::isSummary, "lists that are not empty, or minimum with maximum");
    members("assets", StacMetadata::isAsset, "objects with an href");
    members("renders", StacMetadata::isRendered, "objects with a list of keys of assets");
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  private void text(String name, Predicate<String> fits, String what) {
    JsonNode value = stored.path(name);
    if (!value.isMissingNode() && !(value.isTextual() && fits.test(value.textValue()))) {
      fault(name, name + " is " + what);
    }
  }

  private void list(String name, Predicate<JsonNode> fits, String what) {
    JsonNode value = stored.path(name);
    boolean good = value.isMissingNode() || value.isArray();
    for (JsonNode each : value) {
      good &= fits.test(each);
    }
    if (!good) {
      fault(name, name + " is an array of " + what);
    }
  }

  private void members(String name, Predicate<JsonNode> fits, String what) {
    JsonNode value = stored.path(name);
    boolean good = value.isMissingNode() || value.isObject();
    for (JsonNode each : value) {
      good &= fits.test(each);
    }
    if (!good) {
      fault(name, "the members of " + name + " are " + what);
    }
  }

  private static boolean isSummary(JsonNode value) {
    return value.isArray() && !value.isEmpty()
        || value.isObject() && isBound(value.path("minimum")) && isBound(value.path("maximum"));
  }

  private static boolean isBound(JsonNode value) {
    return value.isNumber() || value.isTextual();
  }

  private static boolean isRendered(JsonNode value) {
    return areTexts(value.path("assets"));
  }

  private static boolean areTexts(JsonNode value) {
    return value.isArray() && value.valueStream().allMatch(JsonNode::isTextual);
  }

  private static boolean isAsset(JsonNode value) {
    JsonNode roles = value.path("roles");
    boolean good = roles.isMissingNode() || areTexts(roles);
    for (String name : List.of("title", "description", "type")) {
      good &= value.path(name).isMissingNode() || value.path(name).isTextual();
    }
    return good && value.path("href").isTextual() && !value.path("href").textValue().isBlank();
  }

  private void fault(String name, String detail) {
    faults.add(Violation.at("stac", "/" + name, detail));
  }
}
