package io.glebe.core.record.rule.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.record.rule.lookup.Lookup;
import java.util.Optional;
import java.util.Set;

/** The product that a reported operation must have used. */
public enum ReportedUse {
  PLANT_PROTECTION(
      "a PLANT_PROTECTION product with registrationNumber, quantity or rate and unit") {
    @Override
    boolean isKind(JsonNode product) {
      return product.path("kind").asText().equals("PLANT_PROTECTION")
          && product.has("registrationNumber");
    }
  },
  FERTILISER("a fertiliser product with nutrients, quantity or rate and unit") {
    @Override
    boolean isKind(JsonNode product) {
      return Set.of("FERTILISER", "ORGANIC_FERTILISER").contains(product.path("kind").asText())
          && !product.path("nutrients").isEmpty();
    }
  };

  private final String what;

  ReportedUse(String what) {
    this.what = what;
  }

  public String what() {
    return what;
  }

  abstract boolean isKind(JsonNode product);

  boolean fits(Lookup.Resource resource) {
    JsonNode r = resource.document();
    boolean amount = r.has("quantity") && r.has("unit") || r.has("rate") && r.has("rateUnit");
    Optional<JsonNode> product = resource.product().map(p -> p);
    return r.path("kind").asText().equals("PRODUCT")
        && amount
        && product.filter(this::isKind).isPresent();
  }
}
