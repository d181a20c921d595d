import "./outlook.js";
import "./custom.js";
import "./seats.js";
