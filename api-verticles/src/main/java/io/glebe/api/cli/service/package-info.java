/** The commands for maintainers of the service registry. */
@NullMarked
package io.glebe.api.cli.service;

import org.jspecify.annotations.NullMarked;
