package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.table.RecordKey;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/**
 * One write of one record:
 *
 * <pre>{@code
 * records.put(WriteRequest.of(caller, field, id, body).createOnly());
 * records.delete(WriteRequest.of(caller, field, id).matching("\"3\""));
 * }</pre>
 *
 * @param body the whole record, or the merge patch; empty for a deletion
 * @param job Processing-Job-Id
 * @param reason Change-Reason, decoded
 * @param knownVersion the version that the client last saw, if the client sends it
 * @param endpointGrant permissions of the endpoint in addition to those of the caller
 */
public record WriteRequest(
    Caller caller,
    EntityType type,
    UUID id,
    ObjectNode body,
    Preconditions preconditions,
    Optional<UUID> job,
    Optional<String> reason,
    Optional<Long> knownVersion,
    EndpointGrant endpointGrant) {

  public static WriteRequest of(Caller caller, EntityType type, UUID id, ObjectNode body) {
    return new WriteRequest(
        caller,
        type,
        id,
        body,
        Preconditions.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        EndpointGrant.NONE);
  }

  /** A deletion. */
  public static WriteRequest of(Caller caller, EntityType type, UUID id) {
    return of(caller, type, id, Json.object());
  }

  /**
   * The same request by the caller with his current rights; fails with 401 when he has none any
   * more.
   */
  public Future<WriteRequest> refreshed() {
    return caller.isCurrent() ? Future.succeededFuture(this) : caller.now().map(this::withCaller);
  }

  private WriteRequest withCaller(Caller current) {
    return new WriteRequest(
        current, type, id, body, preconditions, job, reason, knownVersion, endpointGrant);
  }

  /** The author of the change for the audit log. */
  public AuditTrail.Author author() {
    return AuditTrail.Author.of(caller, job, reason);
  }

  RecordKey key() {
    return new RecordKey(type, id);
  }

  public WriteRequest createOnly() {
    return with(Preconditions.CREATE_ONLY);
  }

  public WriteRequest with(Preconditions preconditions) {
    return new WriteRequest(
        caller, type, id, body, preconditions, job, reason, knownVersion, endpointGrant);
  }

  public WriteRequest withJob(Optional<UUID> job) {
    return new WriteRequest(
        caller, type, id, body, preconditions, job, reason, knownVersion, endpointGrant);
  }

  public WriteRequest withReason(Optional<String> reason) {
    return new WriteRequest(
        caller, type, id, body, preconditions, job, reason, knownVersion, endpointGrant);
  }

  public WriteRequest withKnownVersion(Optional<Long> version) {
    return new WriteRequest(
        caller, type, id, body, preconditions, job, reason, version, endpointGrant);
  }

  /** With the rights that its endpoint adds. */
  public WriteRequest withGrant(EndpointGrant endpointGrant) {
    return new WriteRequest(
        caller, type, id, body, preconditions, job, reason, knownVersion, endpointGrant);
  }
}
