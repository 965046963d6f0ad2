package io.glebe.api.farm.record;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import java.util.ArrayList;
import java.util.List;

/** The header parameters of writes in the published contract. */
public final class WriteParameters {
  private WriteParameters() {}

  public static Parameter[] of(boolean mayCreate) {
    List<Parameter> headers = new ArrayList<>();
    headers.add(
        Parameter.header(
            "If-Match", "act only on that version; 412 otherwise", QuerySchemas.entityTags()));
    if (mayCreate) {
      headers.add(
          Parameter.header(
              "If-None-Match", "* creates only; 412 if the record exists", Schemas.word("*")));
    }
    headers.add(
        Parameter.header(
            "Processing-Job-Id",
            "the ProcessingJob on whose behalf this is written",
            Schemas.uuid()));
    headers.add(
        Parameter.header(
            "Change-Reason",
            "why reported documentation is changed; percent-encoded",
            QuerySchemas.like("Corrected%20by%20the%20adviser")));
    headers.add(
        Parameter.header(
            "Glebe-Known-Version",
            "ETag of the version that the client knew; attributes that another writer changed later"
                + " are named in Glebe-Overridden",
            QuerySchemas.form("^\"?[0-9]{1,18}\"?$")));
    return headers.toArray(Parameter[]::new);
  }
}
