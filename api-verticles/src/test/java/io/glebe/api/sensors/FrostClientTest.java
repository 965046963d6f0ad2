package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import de.fraunhofer.iosb.ilt.sta.model.Datastream;
import de.fraunhofer.iosb.ilt.sta.model.Location;
import de.fraunhofer.iosb.ilt.sta.model.Observation;
import de.fraunhofer.iosb.ilt.sta.model.ObservedProperty;
import de.fraunhofer.iosb.ilt.sta.model.Sensor;
import de.fraunhofer.iosb.ilt.sta.model.Thing;
import de.fraunhofer.iosb.ilt.sta.model.TimeObject;
import de.fraunhofer.iosb.ilt.sta.model.ext.UnitOfMeasurement;
import de.fraunhofer.iosb.ilt.sta.service.SensorThingsService;
import de.fraunhofer.iosb.ilt.sta.service.TokenManager;
import io.glebe.api.boot.TestPlatform;
import java.net.URL;
import java.time.ZonedDateTime;
import java.util.Iterator;
import org.apache.http.HttpRequest;
import org.apache.http.impl.client.CloseableHttpClient;
import org.geojson.Point;
import org.junit.jupiter.api.Test;

/** An independent client library reads and writes through SensorThings. */
class FrostClientTest {
  private static final StaClient ACCOUNT = new StaClient("frost-client");

  /** Adds the bearer token to each request. */
  private static final class Bearer implements TokenManager<Bearer> {
    @Override
    public void addAuthHeader(HttpRequest request) {
      request.setHeader("Authorization", "Bearer " + ACCOUNT.token());
    }

    private CloseableHttpClient client;

    @Override
    public Bearer setHttpClient(CloseableHttpClient given) {
      client = given;
      return this;
    }

    @Override
    public CloseableHttpClient getHttpClient() {
      return client;
    }
  }

  @Test
  void theClientLibraryWritesReadsPagesAndDeletes() throws Exception {
    URL url = TestPlatform.shared().uri("/sta/v1.1/").toURL();
    SensorThingsService service = new SensorThingsService(url);
    service.setTokenManager(new Bearer());
    Thing thing = new Thing("Frost thing", "made by a library");
    thing
        .getLocations()
        .add(new Location("here", "here", "application/geo+json", new Point(15, 46)));
    service.create(thing);
    Datastream stream =
        new Datastream(
            "frost",
            "frost",
            "http://x/OM_Measurement",
            new UnitOfMeasurement("C", "C", "http://x/c"));
    stream.setThing(thing);
    stream.setSensor(new Sensor("s", "s", "text/plain", "none"));
    stream.setObservedProperty(new ObservedProperty("T", java.net.URI.create("http://x/T"), "t"));
    service.create(stream);
    for (int i = 1; i <= 12; i++) {
      Observation observation = new Observation(i, stream);
      observation.setPhenomenonTimeFrom(ZonedDateTime.parse("2026-05-%02dT00:00:00Z".formatted(i)));
      service.create(observation);
    }
    Iterator<Observation> pages =
        stream
            .observations()
            .query()
            .filter("result gt 2")
            .orderBy("phenomenonTime desc")
            .top(4)
            .list()
            .fullIterator();
    int seen = 0;
    int expected = 12;
    while (pages.hasNext()) {
      Observation next = pages.next();
      assertThat(((Number) next.getResult()).intValue()).isEqualTo(expected--);
      assertThat(next.getPhenomenonTime()).isInstanceOf(TimeObject.class);
      seen++;
    }
    assertThat(seen).isEqualTo(10);
    Thing found = service.things().find(thing.getId());
    assertThat(found.getName()).isEqualTo("Frost thing");
    assertThat(found.locations().query().list().toList()).hasSize(1);
    found.setDescription("changed");
    service.update(found);
    assertThat(service.things().find(thing.getId()).getDescription()).isEqualTo("changed");
    service.delete(found);
    assertThat(service.datastreams().query().filter("name eq 'frost'").list().toList()).isEmpty();
  }
}
