package io.glebe.core.record.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * ProcessingService records of registered services. The service registry writes what they share:
 * names, client id and state. Other attributes are written like those of every record.
 */
public record ServiceRecords(Transaction transaction) {
  private static final String STATUS = "status";
  private static final Set<String> SHARED = Set.of("name", "provider", "serviceClientId", STATUS);
  private static final String SERVICE = "select enabled from service.service where id = $1";

  /**
   * Refuses changes of what the registry writes, with 409. A disabled service may be retired.
   *
   * @param changed names of the changed attributes
   */
  public void requireOwn(EntityType type, UUID id, ObjectNode after, Set<String> changed) {
    if (!isService(type) || changed.stream().noneMatch(SHARED::contains)) {
      return;
    }
    Optional<Row> service = transaction.first(SERVICE, id);
    if (service.isPresent() && !retires(service.get(), after, changed)) {
      throw Problem.conflict(
          "the service is registered: /services/{serviceId} changes its name, and enables and"
              + " disables it");
    }
  }

  private static boolean retires(Row service, ObjectNode after, Set<String> changed) {
    return !service.getBoolean("enabled")
        && after.path(STATUS).asText().equals("RETIRED")
        && changed.stream().filter(SHARED::contains).allMatch(STATUS::equals);
  }

  /** Refuses to delete the record of a registered service, with 409. */
  public void requireNoService(UUID id) {
    if (transaction.first(SERVICE, id).isPresent()) {
      throw Problem.conflict("the service is registered: its record stays");
    }
  }

  private static boolean isService(EntityType type) {
    return type.name().equals(EntityNames.PROCESSING_SERVICE);
  }
}
