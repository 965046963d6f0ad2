package io.glebe.core.catalogue;

import java.util.List;
import java.util.Set;

/** The attributes that every record has, in all entities. */
public final class CommonAttributes {
  public static final String ID = "id";
  public static final String CREATED_AT = "createdAt";
  public static final String UPDATED_AT = "updatedAt";
  public static final String CREATED_BY_USER_ID = "createdByUserId";
  public static final String CREATED_BY_JOB_ID = "createdByJobId";
  public static final String CLIENT_ID = "clientId";
  public static final String ORIGIN_TYPE = "originType";

  /** All common attributes, in the order of output. */
  public static final List<String> ALL =
      List.of(
          ID,
          CREATED_AT,
          UPDATED_AT,
          CREATED_BY_USER_ID,
          CREATED_BY_JOB_ID,
          CLIENT_ID,
          ORIGIN_TYPE);

  /** Attributes that only the server sets; ignored in a request body. */
  public static final Set<String> SERVER_SET =
      Set.of(CREATED_AT, UPDATED_AT, CREATED_BY_USER_ID, CREATED_BY_JOB_ID, CLIENT_ID);

  /** The linked-data keywords; a request body may contain them, but they are never stored. */
  public static final Set<String> KEYWORDS = Set.of("@context", "@id", "@type");

  /** Values of originType. */
  public static final List<String> ORIGINS =
      List.of("USER", "SERVICE", "DEVICE", "IMPORT", "SYSTEM");

  private CommonAttributes() {}
}
