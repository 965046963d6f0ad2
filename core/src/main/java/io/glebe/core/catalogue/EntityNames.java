package io.glebe.core.catalogue;

/** Names of the entity types that the code treats specially. */
public final class EntityNames {
  public static final String USER = "User";
  public static final String ACCESS_ASSIGNMENT = "AccessAssignment";
  public static final String ORGANIZATION = "Organization";
  public static final String AUDIT_LOG = "AuditLog";
  public static final String ROLE = "Role";
  public static final String FARM = "Farm";
  public static final String ALARM_RULE = "AlarmRule";
  public static final String ALARM_EVENT = "AlarmEvent";
  public static final String PROCESSING_SERVICE = "ProcessingService";

  private EntityNames() {}
}
