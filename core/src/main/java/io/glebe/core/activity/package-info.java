/** Links activities with cultivation periods and keeps their inputs and outputs. */
@NullMarked
package io.glebe.core.activity;

import org.jspecify.annotations.NullMarked;
