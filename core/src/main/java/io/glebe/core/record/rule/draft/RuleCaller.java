package io.glebe.core.record.rule.draft;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The author of a write as the rules know him.
 *
 * @param userId the User record of a person
 * @param clientId azp of the token
 */
public record RuleCaller(
    Kind kind, Optional<UUID> userId, Optional<String> clientId, Rights rights) {

  /** Kinds of caller, from the verified token. */
  public enum Kind {
    PERSON,
    CLIENT,
    DEVICE,
    SYSTEM
  }

  /** Permissions of the caller, read only where a permission is given to somebody. */
  public interface Rights {
    boolean onFarm(UUID farm, String permission);

    boolean inOrganization(UUID organization, String permission);

    boolean onPlatform(String permission);

    /** The time at which the caller loses the permission on the farm; usually never. */
    default Instant farmUntil(UUID farm, String permission) {
      return onFarm(farm, permission) ? Instant.MAX : Instant.MIN;
    }

    /** The time at which the caller loses the permission in the organization. */
    default Instant organizationUntil(UUID organization, String permission) {
      return inOrganization(organization, permission) || onPlatform(permission)
          ? Instant.MAX
          : Instant.MIN;
    }

    /** Whether the caller has any access in this organization. */
    default boolean reaches(UUID organization) {
      return inOrganization(organization, "organization:read");
    }

    /** Whether this is the platform administrator. */
    boolean administrator();
  }

  /** The platform's own workers, who have every right. */
  public static RuleCaller system() {
    return new RuleCaller(Kind.SYSTEM, Optional.empty(), Optional.empty(), EVERYTHING);
  }

  private static final Rights EVERYTHING =
      new Rights() {
        @Override
        public boolean onFarm(UUID farm, String permission) {
          return true;
        }

        @Override
        public boolean inOrganization(UUID organization, String permission) {
          return true;
        }

        @Override
        public boolean onPlatform(String permission) {
          return true;
        }

        @Override
        public boolean administrator() {
          return true;
        }
      };
}
