package io.glebe.core.sensor.observation;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.model.ResultType;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The facts of a datastream that the writer and live streams need.
 *
 * @param id id of the datastream
 * @param farm the farm of its thing, if any
 * @param owner the account that created it
 * @param feature feature of interest of observations that name none, once it is made
 * @param source where this feature comes from
 * @param results the values that its observations may have
 */
public record DatastreamInfo(
    long id,
    Optional<UUID> farm,
    String owner,
    OptionalLong feature,
    FeatureSource source,
    ResultType results) {
  /** Where the feature of interest of observations that name none comes from. */
  public enum FeatureSource {
    /** It exists. */
    MADE,
    /** It is made from a location of the thing. */
    LOCATION,
    /** It is made from the field on which the thing stands. */
    FIELD,
    /** There is none, and none is needed. */
    OPTIONAL,
    /** There is none: observations have to name one. */
    MISSING
  }

  /** Facts for rights alone. */
  public DatastreamInfo(long id, Optional<UUID> farm, String owner, OptionalLong feature) {
    this(id, farm, owner, feature, FeatureSource.OPTIONAL, ResultType.ANY);
  }

  /** The same facts after the feature of interest was made. */
  DatastreamInfo withFeature(long made) {
    return new DatastreamInfo(id, farm, owner, OptionalLong.of(made), FeatureSource.MADE, results);
  }

  /** Fails with 422 for a result that the observation type does not allow. */
  public void requireResult(JsonNode result) {
    results.require(result);
  }

  /** Whether {@link #feature} is final: made, or not needed. */
  boolean isPlaced() {
    return source == FeatureSource.MADE || source == FeatureSource.OPTIONAL;
  }

  /** The refusal of an observation without a feature of interest. */
  static Problem noFeature() {
    return Problem.invalid(
        Violation.at(
            "required",
            "/FeatureOfInterest",
            "FeatureOfInterest is required, as the Thing has neither a Location nor a field from"
                + " which it could be made"));
  }
}
