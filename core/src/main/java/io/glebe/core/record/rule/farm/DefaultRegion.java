package io.glebe.core.record.rule.farm;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.RecordMerge;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.Optional;
import java.util.UUID;

/**
 * V05 for writes of regions: only the derived id is the default region, and the attributes that it
 * shares with its field stay equal to the field's.
 */
public final class DefaultRegion implements Rule {
  private static final String RULE = "V05";

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (!draft.is("Region")) {
      return;
    }
    boolean claims = draft.value("isDefault").filter(JsonNode::asBoolean).isPresent();
    Optional<UUID> field = draft.uuid("fieldId");
    boolean derived =
        field.map(DefaultRegions::idOf).filter(draft.input().id()::equals).isPresent();
    if (claims && !derived) {
      findings.invalid(
          RULE, "/isDefault", "a field has one default region, with an id derived from its own");
    } else if (derived && !claims) {
      findings.invalid(RULE, "/isDefault", "this is the id of the field's default region");
    } else if (derived) {
      followsField(draft, results, findings);
    }
  }

  private static void followsField(Draft draft, LookupResults results, Findings findings) {
    if (draft.has("parentRegionId")) {
      findings.invalid(RULE, "/parentRegionId", "the default region has no parent");
    }
    draft
        .referred("fieldId", results)
        .ifPresent(
            f -> {
              for (String attribute : DefaultRegions.FOLLOWED) {
                JsonNode own = draft.after().get(attribute);
                if (!RecordMerge.same(own, f.document().get(attribute))) {
                  findings.invalid(
                      RULE,
                      Pointers.to(attribute),
                      attribute + " of the default region follows the field; change the field");
                }
              }
            });
  }
}
