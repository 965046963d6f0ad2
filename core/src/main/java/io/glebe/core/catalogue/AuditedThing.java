package io.glebe.core.catalogue;

/** A kind of thing that is no record and that the audit log names as a type. */
public enum AuditedThing {
  ALARM_SUBSCRIPTION("AlarmSubscription"),
  ALARM_WEBHOOK("AlarmWebhook"),
  APP("App"),
  COLLECTION("Collection"),
  PARTNER_CONNECTION("PartnerConnection"),
  REGISTERED_SERVICE("RegisteredService"),
  SERVICE_ACCOUNT("ServiceAccount"),
  TOKEN("Token"),
  VIEWER_TOKEN("ViewerToken");

  private final String label;

  AuditedThing(String label) {
    this.label = label;
  }

  /** Returns the name in {@code AuditLog.entityType}. */
  public String label() {
    return label;
  }
}
