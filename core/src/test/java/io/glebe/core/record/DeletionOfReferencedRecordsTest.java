package io.glebe.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.References;
import io.glebe.core.catalogue.sample.SampleRecords;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.write.WriteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every reference of the catalogue that blocks a deletion, with records in a real database. */
class DeletionOfReferencedRecordsTest {
  /** A refusal names no more dependents. */
  private static final int MAX_NAMED = 20;

  private static void write(RecordFixture farm, SampleRecords samples) {
    samples
        .world()
        .forEach(
            (entity, sample) -> {
              if (Catalogue.standard().get(entity).writable()) {
                ObjectNode body = sample.deepCopy().put("originType", "SYSTEM");
                farm.put(Caller.system(), entity, samples.id(entity), body);
              }
            });
  }

  /** The references between written records that block a deletion. */
  private static List<References.Edge> references(SampleRecords samples) {
    List<References.Edge> references = new ArrayList<>();
    for (EntityType type : Catalogue.standard().types()) {
      for (References.Edge edge : References.standard().blocking(type.name())) {
        JsonNode value = samples.of(edge.from()).path(edge.attribute());
        boolean refers = value.toString().contains(samples.id(edge.to()).toString());
        if (refers && Catalogue.standard().get(edge.from()).writable()) {
          references.add(edge);
        }
      }
    }
    return references;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noRecordIsDeletedWhileAnotherOneRefersToIt(long seed) {
    SampleRecords samples = new SampleRecords(seed);
    try (RecordFixture farm = new RecordFixture()) {
      write(farm, samples);
      Set<String> deletable = new TreeSet<>();
      List<References.Edge> references = references(samples);
      for (References.Edge edge : references) {
        EntityType type = Catalogue.standard().get(edge.to());
        Problem refusal =
            RecordFixture.problem(
                farm.records.delete(WriteRequest.of(Caller.system(), type, samples.id(edge.to()))));
        boolean named = refusal.detail().contains(edge + " of " + samples.id(edge.from()));
        boolean cut = refusal.detail().split(", ", -1).length == MAX_NAMED;
        if (refusal.type() != ProblemType.DEPENDENT_RECORDS || !named && !cut) {
          deletable.add(edge.toString());
        }
      }
      assertThat(deletable).isEmpty();
      assertThat(references).hasSizeGreaterThan(100);
      assertThat(references).extracting(References.Edge::toString).contains("Region.fieldId");
    }
  }
}
