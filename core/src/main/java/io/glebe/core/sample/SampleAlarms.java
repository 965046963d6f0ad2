package io.glebe.core.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;

/** Creates an alarm rule for dry soil and its event of the summer. Blocks. */
public final class SampleAlarms {
  private static final double DRY_PERCENT = 15;
  private static final double HYSTERESIS = 2;
  private static final int PARCEL = 7;

  /** The first dry period of a datastream. */
  private static final String DRY =
      """
      with dry as (
        select phenomenon_time, result
        from sensor.observation
        where datastream_id = $1 and result < $2
        order by phenomenon_time
        limit 1)
      select dry.phenomenon_time as begun, dry.result,
        (select min(o.phenomenon_time) from sensor.observation o
          where o.datastream_id = $1 and o.phenomenon_time > dry.phenomenon_time
            and o.result >= $3) as over
      from dry
      """;

  private final Database database;
  private final RecordService records;

  public SampleAlarms(Database database, RecordService records) {
    this.database = database;
    this.records = records;
  }

  /**
   * Creates both.
   *
   * @param thing id of the station in the parcel; soil moisture is its first datastream
   */
  public void load(long thing) {
    long datastream =
        database
            .query("select min(id) from sensor.datastream where thing_id = $1", thing)
            .await()
            .iterator()
            .next()
            .getLong(0);
    ObjectNode rule = Json.object().put("farmId", SampleIds.FARM.toString());
    rule.put("name", "Dry soil").put("kind", "BELOW").put("severity", "WARNING");
    rule.put("datastreamId", datastream).put("fieldId", SampleIds.field(PARCEL).toString());
    rule.put("threshold", DRY_PERCENT).put("hysteresis", HYSTERESIS);
    ObjectNode event = rule.deepCopy().put("alarmRuleId", SampleIds.ALARM_RULE.toString());
    event.remove("hysteresis");
    put(EntityNames.ALARM_RULE, SampleIds.ALARM_RULE, rule);
    for (Row row : database.query(DRY, datastream, DRY_PERCENT, DRY_PERCENT + HYSTERESIS).await()) {
      event(event, row);
    }
  }

  private void event(ObjectNode event, Row row) {
    event.put("status", "ENDED").put("acknowledgement", "OPEN");
    event.put("startedAt", row.getOffsetDateTime("begun").toInstant().toString());
    event.put("value", row.getDouble("result"));
    OffsetDateTime over = row.getOffsetDateTime("over");
    event.put(
        "endedAt", (over == null ? row.getOffsetDateTime("begun") : over).toInstant().toString());
    put(EntityNames.ALARM_EVENT, SampleIds.ALARM_EVENT, event);
  }

  private void put(String entity, UUID id, ObjectNode record) {
    record.put("id", id.toString()).put("originType", "SYSTEM");
    var type = Catalogue.standard().get(entity);
    records.put(WriteRequest.of(Caller.system(), type, id, record).createOnly()).await();
  }
}
