package io.glebe.api.cli.access;

import picocli.CommandLine.Option;

/** The flag that names a user of the development identity. */
public final class UserFlag {
  @Option(
      names = "--user",
      paramLabel = "NAME",
      defaultValue = "owner",
      description = "user of the development identity (${DEFAULT-VALUE})")
  private String user;

  public String name() {
    return user;
  }
}
