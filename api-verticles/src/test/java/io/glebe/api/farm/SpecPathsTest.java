package io.glebe.api.farm;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Route;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks each line of the tables of the interface: the path is served with these methods. */
class SpecPathsTest {
  private static final Map<String, Set<String>> SERVED =
      TestPlatform.shared().platform().routes().routes().stream()
          .collect(
              Collectors.groupingBy(
                  route -> unnamed(route.template()),
                  TreeMap::new,
                  Collectors.mapping(SpecPathsTest::method, Collectors.toSet())));

  private static String method(Route route) {
    return route.method().name();
  }

  /** The path without the names of its parameters. */
  private static String unnamed(String template) {
    return template.replaceAll("\\{[^}]*}", "{}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /v1/features                                             | GET
          /v1/features/conformance                                 | GET
          /v1/features/collections                                 | GET
          /v1/features/collections/{}                              | GET
          /v1/features/collections/{}/items                        | GET
          /v1/features/collections/{}/items/{}                     | GET
          /v1/activities                                           | GET POST
          /v1/activities/{}                                        | GET PATCH DELETE
          /v1/activities/{}/cultivationPeriods                     | GET POST
          /v1/activities/{}/inputoutputs                           | GET POST DELETE
          /v1/activities/{}/inputoutputs/{}                        | GET PUT DELETE
          /v1/farms/{}/fields/{}/regions/{}/cultivationPeriods     | GET POST
          /v1/farms/{}/fields/{}/regions/{}/cultivationPeriods/{}  | GET PATCH DELETE
          /v1/regions/{}/cultivation-periods                       | GET POST
          /v1/cultivation-periods/{}                               | GET PATCH DELETE
          /v1/actions                                              | POST
          /v1/actions/{}                                           | DELETE
          /v1/farms/{}/fields/{}/actions                           | GET
          /v1/regions/{}/actions                                   | GET
          /v1/records/types                                        | GET
          /v1/farms/{}/fields/{}/records                           | GET POST
          /v1/regions/{}/records                                   | GET POST
          /v1/farms/{}/fields/{}/actions/{}/records/{}             | PATCH DELETE
          /v1/records/{}                                           | PATCH DELETE
          /v1/records/{}/attachments                               | POST
          /v1/attachments/download/{}                              | GET
          /v1/attachments/stream/{}                                | GET
          /v1/attachments/{}                                       | DELETE
          /v1/farms/{}/fields/{}/actions/{}/record/{}/attachments  | POST
          /v1/farms/{}/fields/{}/actions/{}/record/{}/attachments/download/{} | GET
          /v1/farms/{}/fields/{}/actions/{}/record/{}/attachments/stream/{}   | GET
          /v1/farms/{}/fields/{}/actions/{}/record/{}/attachments/{}          | DELETE
          /v1/farms/{}/fields/{}/records/{}/attachments            | GET POST
          /v1/regions/{}/records/{}/attachments                    | GET POST
          /v1/users                                                | GET
          /v1/users/{}                                             | GET PATCH DELETE
          /v1/organizations                                        | GET POST
          /v1/organizations/{}                                     | GET PATCH DELETE
          /v1/farms                                                | GET POST
          /v1/farms/{}                                             | GET PATCH DELETE
          /v1/farms/{}/users                                       | POST
          /v1/farms/{}/fields                                      | POST
          /v1/farms/{}/fields/{}                                   | PATCH DELETE
          /v1/regions                                              | GET POST
          /v1/regions/{}                                           | GET PATCH DELETE
          /v1/regions/vocab-labels                                 | GET
          /v1/regions/{}/vocab-labels                              | GET
          /v1/vendors/{}/access-token                              | POST
          /v1/vendors/{}/organizations                             | GET
          /v1/vendors/{}/organizations/{}/farms                    | GET
          /v1/vendors/{}/organizations/{}/farms/{}/fields          | GET
          /v1/vendors/{}/import                                    | POST
          """)
  void theLineOfTheTableIsServed(String path, String methods) {
    assertThat(SERVED).containsKey(path);
    assertThat(new TreeSet<>(SERVED.get(path))).contains(methods.split(" "));
  }
}
