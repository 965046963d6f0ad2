package io.glebe.core.service;

import io.glebe.core.access.Permission;
import io.glebe.core.access.RoleSource;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.access.SubjectRoles;
import io.glebe.core.database.Database;
import io.glebe.core.time.Period;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The roles of all subjects: those of services are their open commissions, all others come from the
 * records. No record gives a service a right.
 */
public final class ServiceRoles implements RoleSource {
  /** Most open commissions of a service that count, the oldest first. */
  private static final int MAX_COMMISSIONS = 20_000;

  /** One row without a commission for a service that has none; no row for a disabled one. */
  private static final String COMMISSIONS =
      """
      select c.farm_id, c.field_ids, c.permissions, c.starts_at, c.ends_at
      from service.service s
      left join service.commission c on c.service_id = s.id and c.state = 'OPEN'
      where s.id = $1 and s.enabled
      order by c.id
      limit $2
      """;

  private final Database database;
  private final RoleSource records;

  /**
   * @param records roles of people and clients
   */
  public ServiceRoles(Database database, RoleSource records) {
    this.database = database;
    this.records = records;
  }

  @Override
  public Future<SubjectRoles> load(String issuer, String subject) {
    if (!issuer.equals(ServiceIdentity.ISSUER)) {
      return records.load(issuer, subject);
    }
    Optional<UUID> service = ServiceIdentity.service(subject);
    return service.isEmpty() ? Future.succeededFuture(SubjectRoles.EMPTY) : load(service.get());
  }

  private Future<SubjectRoles> load(UUID service) {
    return database
        .query(COMMISSIONS, service, MAX_COMMISSIONS)
        .map(
            rows -> {
              List<SubjectRoles.OnFarm> commissions = new ArrayList<>();
              for (Row row : rows) {
                if (row.getUUID("farm_id") != null) {
                  commissions.add(commission(row));
                }
              }
              return rows.size() == 0
                  ? SubjectRoles.EMPTY
                  : new SubjectRoles(Optional.of(service), Set.of(), commissions, List.of(), true);
            });
  }

  private static SubjectRoles.OnFarm commission(Row row) {
    Period period =
        new Period(
            row.getOffsetDateTime("starts_at").toInstant(),
            row.getOffsetDateTime("ends_at").toInstant());
    return new SubjectRoles.OnFarm(
        row.getUUID("farm_id"),
        Optional.empty(),
        Arrays.stream(row.getArrayOfStrings("permissions"))
            .map(Permission::of)
            .collect(Collectors.toUnmodifiableSet()),
        List.of(period),
        Set.of(row.getArrayOfUUIDs("field_ids")));
  }
}
