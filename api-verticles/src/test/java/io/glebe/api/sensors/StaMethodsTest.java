package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** A method that does not work at a path is a 405 with the methods that do. */
class StaMethodsTest {
  private static final StaClient STA = new StaClient("methods-test");

  private static void notAllowed(String method, String path, String allow) {
    HttpResponse<String> answer = STA.send(method, path, method.equals("GET") ? "" : "{}");
    assertThat(answer.statusCode()).as(method + " " + path + answer.body()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).as(method + " " + path).contains(allow);
  }

  @Test
  void pathsOfTheServiceNameTheirMethods() {
    for (String method : new String[] {"POST", "PUT", "PATCH", "DELETE"}) {
      notAllowed(method, "", "GET, HEAD, OPTIONS");
      notAllowed(method, "/device-templates", "GET, HEAD, OPTIONS");
      notAllowed(method, "/openapi.json", "GET, HEAD, OPTIONS");
    }
    for (String method : new String[] {"GET", "PUT", "PATCH", "DELETE"}) {
      notAllowed(method, "/$batch", "OPTIONS, POST");
      notAllowed(method, "/composite", "OPTIONS, POST");
      notAllowed(method, "/CreateObservations", "OPTIONS, POST");
    }
  }

  @Test
  void optionsOfASetAreThoseThatItHas() {
    HttpResponse<String> options = STA.send("OPTIONS", "/Things", "");
    assertThat(options.statusCode()).isEqualTo(204);
    assertThat(options.headers().firstValue("Allow")).contains("DELETE, GET, HEAD, OPTIONS, POST");
  }

  @Test
  void setsAndEntitiesNameTheirMethods() {
    for (SensorEntityType type : SensorModel.types()) {
      notAllowed("PUT", "/" + type.set(), "DELETE, GET, HEAD, OPTIONS, POST");
      notAllowed("PATCH", "/" + type.set(), "DELETE, GET, HEAD, OPTIONS, POST");
      notAllowed("POST", "/" + type.set() + "(1)", "DELETE, GET, HEAD, OPTIONS, PATCH, PUT");
    }
    long stream = STA.datastream("methods");
    String one = "/Datastreams(" + stream + ")";
    notAllowed("PUT", one + "/Observations", "DELETE, GET, HEAD, OPTIONS, POST");
    notAllowed("POST", one + "/Thing", "DELETE, GET, HEAD, OPTIONS, PATCH, PUT");
    notAllowed("POST", one + "/name", "GET, HEAD, OPTIONS");
    notAllowed("POST", one + "/Observations/$count", "GET, HEAD, OPTIONS");
    notAllowed("POST", one + "/live", "GET, HEAD, OPTIONS");
  }
}
