package io.glebe.core.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import java.util.Map;
import java.util.UUID;

/** Links the devices of the sample farm to their Things in the sensor service. Blocks. */
public final class SampleDevices {
  private static final EntityType DEVICE = Catalogue.standard().get("Device");

  /** Devices by the number of their parcel. */
  private static final Map<Integer, UUID> BY_PARCEL =
      Map.of(
          13, UUID.fromString("5a3d1c00-0000-4000-8007-000000000001"),
          7, UUID.fromString("5a3d1c00-0000-4000-8007-000000000002"));

  private final RecordService records;

  public SampleDevices(RecordService records) {
    this.records = records;
  }

  /**
   * Links the devices.
   *
   * @param things ids of the Things by the number of the parcel
   * @param service URL of the sensor service without a trailing slash
   */
  public void load(Map<Integer, Long> things, String service) {
    BY_PARCEL.forEach(
        (parcel, device) -> {
          ObjectNode patch = Json.object();
          patch.put("sensorThingsUrl", service + "/Things(" + things.get(parcel) + ")");
          records.patch(WriteRequest.of(Caller.system(), DEVICE, device, patch)).await();
        });
  }
}
