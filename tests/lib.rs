//! What the suites share: nothing yet.
