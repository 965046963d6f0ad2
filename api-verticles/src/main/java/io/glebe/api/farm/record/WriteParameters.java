package io.glebe.api.farm.record;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.record.rule.farm.ReasonForChange;
import java.util.ArrayList;
import java.util.List;

/** The header parameters of writes in the published contract. */
public final class WriteParameters {
  public static final Parameter REASON = Parameter.changeReason(ReasonForChange.MAX_LENGTH);

  private static final Parameter JOB =
      Parameter.header(
          WriteHeaders.JOB, "the ProcessingJob on whose behalf this is written", Schemas.uuid());

  private WriteParameters() {}

  /** The headers of an operation that writes several records. */
  public static Parameter[] cause() {
    return new Parameter[] {JOB, REASON};
  }

  public static Parameter[] of(boolean mayCreate) {
    List<Parameter> headers = new ArrayList<>();
    headers.add(Parameter.IF_MATCH);
    if (mayCreate) {
      headers.add(
          Parameter.header(
              "If-None-Match", "* creates only; 412 if the record exists", Schemas.word("*")));
    }
    headers.addAll(List.of(cause()));
    headers.add(
        Parameter.header(
            WriteHeaders.KNOWN,
            "ETag of the version that the client knew; attributes that another writer changed later"
                + " are named in Glebe-Overridden",
            QuerySchemas.form("^\"?[0-9]{1,18}\"?$")));
    return headers.toArray(Parameter[]::new);
  }
}
