package io.glebe.api.devidentity;

import java.util.List;
import java.util.Optional;

/**
 * A fixed user of the development identity.
 *
 * @param name the name in the sign-in form; also the {@code sub}
 * @param displayName the role of the user
 * @param note the purpose of the user, shown beside the button
 */
public record DevUser(String name, String displayName, String note) {
  /** All users, the owner first. */
  public static final List<DevUser> ALL =
      List.of(
          new DevUser("owner", "Farm owner", "owns the sample farm"),
          new DevUser("manager", "Farm manager", "runs the sample farm"),
          new DevUser("worker", "Farm worker", "works on the sample farm"),
          new DevUser("viewer", "Viewer", "may read"),
          new DevUser("neighbour", "Neighbour", "owns another farm"),
          new DevUser("stranger", "Stranger", "has no access on this platform"),
          new DevUser("developer", "App developer", "registers apps"),
          new DevUser("reviewer", "App reviewer", "reviews apps"),
          new DevUser("maintainer", "Service maintainer", "onboards services"),
          new DevUser("admin", "Administrator", "administers the platform"));

  /** The user of that name. */
  public static Optional<DevUser> of(String name) {
    return ALL.stream().filter(user -> user.name().equals(name)).findFirst();
  }

  /** An e-mail address of a domain that never receives mail. */
  public String email() {
    return name + "@glebe.example";
  }
}
