import "./outlook.js";
import "./own.js";
import "./seats.js";
