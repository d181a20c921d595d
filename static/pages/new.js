import "./hands.js";
import "./own.js";
import "./seats.js";
