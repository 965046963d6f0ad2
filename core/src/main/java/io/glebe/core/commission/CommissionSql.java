package io.glebe.core.commission;

/** The statements that read commissions. */
final class CommissionSql {
  /** One commission of a service. */
  static final String ONE =
      """
      select %s
      %s
      where c.service_id = $1 and c.id = $2
      """
          .formatted(Commission.COLUMNS, Commission.FROM);

  /** Commissions of a service: all, or those of some farms. */
  static final String PAGE =
      """
      select %s
      %s
      where c.service_id = $1 and c.id > $2 and ($3 or c.farm_id = any($4))
      order by c.id
      limit $5
      """
          .formatted(Commission.COLUMNS, Commission.FROM);

  private CommissionSql() {}
}
