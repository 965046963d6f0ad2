/** HTTP endpoints of activities, actions, cultivation periods and measurements. */
@NullMarked
package io.glebe.api.farm.activity;

import org.jspecify.annotations.NullMarked;
