/**
 * The routes of the app registry below {@code /store}: they parse, call the services of {@code
 * io.glebe.core.registry} and reply.
 */
@NullMarked
package io.glebe.api.registry;

import org.jspecify.annotations.NullMarked;
